import { acceptAgreement, getAgreement, issueAgreement } from '#lib/purchases/agreement-calls.ts'
import { makePurchaseLink } from '#lib/orders/link-calls.ts'
import type { PurchaseLinkKind } from '#lib/orders/link-shapes.ts'
import { listHandOverTimes } from '#lib/purchases/delivery-calls.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { submitFinanceApplication } from '#lib/finance/calls.ts'
import { createQuoteCode } from '#lib/quotes/calls.ts'
import { signNotice } from '#tests/setup/lender-notices.ts'
import {
  anApplication,
  aReferredApplication,
  aSoftCheck,
} from '#tests/builders/finance-application.ts'
import { LENDER_SECRET } from '#tests/setup/application.ts'
import { conditional, photographed, someBytes, tradingIn } from '#tests/setup/files.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  aRequest,
  confirmed,
  ownerDetails,
  ready,
  saved,
  started,
  TERMS_VERSION,
} from '#tests/setup/purchases.ts'
import { confirmedBeforeOffer, offerFor, writeOldCar } from '#tests/setup/trade-ins.ts'
import type { World } from '#tests/setup/world.ts'
import { type MakeExample } from './example.ts'

/** A purchase whose sale agreement waits for the customer. */
async function agreed({ mia, staff }: World, outletCode?: string) {
  const facts = { payOption: 'LEASE' as const, ...(outletCode && { outletCode }) }
  const params = { id: (await confirmed(mia, facts)).id }
  valueOf(await staff.call(issueAgreement, { params }))
  const { agreementId } = valueOf(await mia.call(getAgreement, { params }))
  return { params, agreementId }
}

/** A purchase whose agreement is accepted, and a time for its hand-over. */
async function toHandOver(world: World) {
  const { params, agreementId } = await agreed(world, 'AKL01')
  const body = { agreementId, isAccepted: true as const, name: 'Mia Harris' }
  valueOf(await world.mia.call(acceptAgreement, { params, body }))
  const { days } = valueOf(await world.mia.call(listHandOverTimes, { params }))
  return { params, startsAt: days[0]!.starts[0]! }
}

/** The key of a new link to a new purchase. */
async function linkKey(mia: World['mia'], kind: PurchaseLinkKind): Promise<string> {
  const { id } = await confirmed(mia)
  return valueOf(await mia.call(makePurchaseLink, { params: { id, kind } }))[kind]!
}

/** Quotes, purchases with their files, finance, trade-in, agreement and hand-over. */
export const purchaseExamples: Record<string, MakeExample> = {
  calculateQuote: () => ({ body: aRequest() }),
  getQuote: async ({ mia }) => ({ who: mia, params: { id: (await saved(mia)).quoteId } }),
  getQuoteDocument: async ({ mia }) => ({
    who: mia,
    params: { id: (await saved(mia)).quoteId },
  }),
  createQuoteCode: async ({ mia }) => ({ who: mia, params: { id: (await saved(mia)).quoteId } }),
  getQuoteByCode: async ({ mia }) => {
    const params = { id: (await saved(mia)).quoteId }
    return { params: valueOf(await mia.call(createQuoteCode, { params })) }
  },
  deleteQuote: async ({ mia }) => ({ who: mia, params: { id: (await saved(mia)).quoteId } }),
  refreshQuote: async ({ mia }) => ({ who: mia, params: { id: (await saved(mia)).quoteId } }),
  saveQuote: ({ mia }) => ({ who: mia, body: aRequest() }),
  copyQuote: async ({ mia }) => ({
    who: mia,
    params: { id: (await saved(mia)).quoteId },
    body: { customerId: mia.customerId },
  }),
  emailQuote: async ({ mia }) => ({
    who: mia,
    body: { quoteId: (await saved(mia)).quoteId, message: 'For Hemi' },
  }),
  emailCarePlan: async ({ mia }) => ({
    who: mia,
    params: { id: (await saved(mia, { servicePlanCode: 'CARE3' })).quoteId },
    body: {},
  }),

  getPurchaseJourney: async ({ mia }) => ({ who: mia, params: { id: (await started(mia)).id } }),
  updatePurchaseJourney: async ({ mia }) => ({
    who: mia,
    params: { id: (await started(mia)).id },
    body: { ownerDetails: ownerDetails(), hasConfirmedOwnerDetails: true, outletCode: 'AKL02' },
  }),
  deletePurchaseJourney: async ({ mia }) => ({ who: mia, params: { id: (await started(mia)).id } }),
  confirmPurchase: async ({ mia }) => {
    const journey = await ready(mia)
    return {
      who: mia,
      params: { id: journey.id },
      body: {
        acceptedTotalCents: journey.currentQuote.totals.driveAwayCents,
        termsVersion: TERMS_VERSION,
        signatureName: 'Mia Harris',
      },
    }
  },
  answerTradeInOffer: async ({ mia, staff }) => {
    const { id, tradeInformation } = await offerFor(
      staff,
      await confirmedBeforeOffer(mia),
      1_500_000,
    )
    const vehicleId = tradeInformation.vehicles[0]!.id
    return { who: mia, params: { id }, body: { vehicleId, answer: 'ACCEPT' } }
  },
  cancelPurchase: async ({ mia }) => ({ who: mia, params: { id: (await confirmed(mia)).id } }),
  getPurchaseRecord: async ({ mia }) => ({
    who: mia,
    params: { id: (await confirmed(mia)).id },
  }),
  getReceiptDocument: async ({ mia, staff }) => {
    const { id } = await confirmed(mia)
    const body = { source: 'BANKTRF' as const, amountCents: 100_000, reference: 'B-1' }
    valueOf(await staff.call(recordReceipt, { params: { id }, body }))
    return { who: mia, params: { id } }
  },
  recordDelivery: async ({ mia, staff }) => ({
    who: staff,
    params: { id: (await confirmed(mia)).id },
    body: { deliveryStatus: 'AVAIL4PKUP' },
  }),
  softCheckFinance: () => ({ body: aSoftCheck }),
  getFinanceDraft: async ({ mia }) => ({
    who: mia,
    params: { id: (await started(mia, { payOption: 'LOANCLASIC' })).id },
  }),
  getFinanceApplicationDocument: async ({ mia }) => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    valueOf(await mia.call(submitFinanceApplication, { params: { id }, body: anApplication() }))
    return { who: mia, params: { id } }
  },
  submitFinanceApplication: async ({ mia }) => ({
    who: mia,
    params: { id: (await ready(mia, { payOption: 'LOANCLASIC' })).id },
    body: anApplication(),
  }),

  listWork: ({ staff }) => ({ who: staff }),
  countWork: ({ staff }) => ({ who: staff }),
  offerForTradeIn: async (world) => {
    const { id, tradeInformation } = await writeOldCar(world.mia, (await started(world.mia)).id, {
      request: 'APPRAISAL',
    })
    return {
      who: world.staff,
      params: { id },
      body: { vehicleId: tradeInformation.vehicles[0]!.id, offerCents: 1_500_000 },
    }
  },
  decideFinance: async ({ mia, staff }) => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    valueOf(
      await mia.call(submitFinanceApplication, { params: { id }, body: aReferredApplication }),
    )
    const body = {
      code: 'CONDITIONL',
      limitCents: 3_000_000,
      annualRatePct: 8.95,
      validUntil: '2099-12-31',
      conditions: ['Three payslips.'],
    }
    return { who: staff, params: { id }, body }
  },
  advanceJourney: async ({ mia, staff }) => {
    const { id } = await confirmed(mia)
    const body = { source: 'BANKTRF', amountCents: 100_000, reference: `R-${id}` } as const
    valueOf(await staff.call(recordReceipt, { params: { id }, body }))
    return {
      who: staff,
      params: { id },
      body: { event: 'agreement-accepted', note: 'Signed at Albany.' },
    }
  },
  issueAgreement: async ({ mia, staff }) => ({
    who: staff,
    params: { id: (await confirmed(mia, { payOption: 'LEASE' })).id },
  }),
  getAgreement: async (world) => ({ who: world.mia, params: (await agreed(world)).params }),
  getAgreementDocument: async (world) => ({ who: world.mia, params: (await agreed(world)).params }),
  acceptAgreement: async (world) => {
    const { params, agreementId } = await agreed(world)
    return { who: world.mia, params, body: { agreementId, isAccepted: true, name: 'Mia Harris' } }
  },
  getPurchaseLinks: async ({ mia }) => ({ who: mia, params: { id: (await confirmed(mia)).id } }),
  makePurchaseLink: async ({ mia }) => ({
    who: mia,
    params: { id: (await confirmed(mia)).id, kind: 'shared' },
  }),
  endPurchaseLink: async ({ mia }) => ({
    who: mia,
    params: { id: (await confirmed(mia)).id, kind: 'shared' },
  }),
  getSharedOrder: async ({ mia }) => ({ params: { key: await linkKey(mia, 'shared') } }),
  getOrderCalendar: async ({ mia }) => ({ params: { key: await linkKey(mia, 'calendar') } }),
  listNearestCars: async ({ mia }) => ({
    who: mia,
    // The catalogue calls it unavailable, so nothing is built.
    params: { id: (await confirmed(mia, { kdcd: 'SK27S-A', colourCode: 'WHS' })).id },
  }),
  listHandOverTimes: async (world) => ({
    who: world.mia,
    params: (await toHandOver(world)).params,
  }),
  bookHandOver: async (world) => {
    const { params, startsAt } = await toHandOver(world)
    return { who: world.mia, params, body: { startsAt } }
  },
  cancelHandOver: async (world) => ({ who: world.mia, params: (await toHandOver(world)).params }),
  decideReview: async ({ mia, staff }) => {
    const { id, paymentMetadata } = await confirmed(mia)
    const allCents = paymentMetadata.depositCents + paymentMetadata.balanceCents
    const body = { source: 'BANKTRF', amountCents: allCents + 700, reference: `R-${id}` } as const
    const { payments } = valueOf(await staff.call(recordReceipt, { params: { id }, body }))
    const { paymentId } = payments.find(({ status }) => status === 'NEEDS_REVIEW')!
    return { who: staff, params: { id }, body: { paymentId, outcome: 'SEND_BACK' } }
  },
  getPurchaseForStaff: async ({ mia, staff }) => ({
    who: staff,
    params: { id: (await confirmed(mia)).id },
  }),
  addPurchaseNote: async ({ mia, staff }) => ({
    who: staff,
    params: { id: (await started(mia)).id },
    body: { text: 'Rang: would rather have the blue one.' },
  }),
  recordCar: async ({ mia, staff }) => ({
    who: staff,
    params: { id: (await confirmed(mia)).id },
    body: { stockNumber: 'S-77', vin: '1M8GDM9AXKP042788' },
  }),
  emailSigningLink: async ({ mia, staff }) => ({
    who: staff,
    params: { id: (await ready(mia, { payOption: 'LOANCLASIC' })).id },
    body: { document: 'FINANCE' },
  }),
  cancelForCustomer: async ({ mia, staff }) => ({
    who: staff,
    params: { id: (await confirmed(mia)).id },
    body: { reason: 'Found another car.' },
  }),
  readFinanceApplication: async ({ mia, staff }) => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    const body = aReferredApplication
    valueOf(await mia.call(submitFinanceApplication, { params: { id }, body }))
    return { who: staff, params: { id } }
  },
  addTradeInPhoto: async ({ mia }) => {
    const { id, vehicleId } = await tradingIn(mia)
    return { who: mia, params: { id }, query: { vehicleId }, body: someBytes() }
  },
  addFinanceDocument: async ({ mia }) => ({
    who: mia,
    params: await conditional(mia),
    headers: { 'x-file-name': 'Licence.pdf' },
    body: someBytes('application/pdf'),
  }),
  listPurchaseFiles: async ({ mia }) => ({
    who: mia,
    params: { id: (await photographed(mia)).id },
  }),
  readPurchaseFile: async ({ mia, staff }) => {
    const { id, fileId } = await photographed(mia)
    return { who: staff, params: { id, fileId } }
  },
  removePurchaseFile: async ({ mia }) => {
    const { id, fileId } = await photographed(mia)
    return { who: mia, params: { id, fileId } }
  },
  findPurchase: async ({ mia, staff }) => {
    const { reference } = await confirmed(mia)
    return { who: staff, params: { reference } }
  },
  receiveLenderNotice: async ({ app, mia }) => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    valueOf(await mia.call(submitFinanceApplication, { params: { id }, body: anApplication() }))
    const decision = { code: 'AUTOAPPR', limitCents: 3_000_000, conditions: [] }
    const body = JSON.stringify({ eventId: `decided-${id}`, reference: id, decision })
    const signature = signNotice(LENDER_SECRET, Buffer.from(body), app.clock.now())
    return { body, headers: { 'lender-signature': signature } }
  },
}
