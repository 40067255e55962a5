import { createHmac } from 'node:crypto'
import { acceptAgreement, getAgreement, issueAgreement } from '#lib/purchases/agreement-calls.ts'
import { changeWebAccountEmail } from '#lib/customers/calls.ts'
import { startPasswordReset } from '#lib/sign-in/password-calls.ts'
import { listHandOverTimes } from '#lib/purchases/delivery-calls.ts'
import { leaveMessage, listMessages } from '#lib/messages/calls.ts'
import {
  listRefunds,
  recordReceipt,
  startPoliPayment,
  startStripePayment,
} from '#lib/payments/calls.ts'
import { cancelPurchase } from '#lib/purchases/calls.ts'
import { submitFinanceApplication } from '#lib/finance/calls.ts'
import { createQuoteCode, emailQuote } from '#lib/quotes/calls.ts'
import { startPasskey, startPasskeySignIn } from '#lib/sign-in/passkey-calls.ts'
import { bookService } from '#lib/service/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { watchConfiguration } from '#lib/stock/watch-calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { deletePasskeysOf } from '#server/sign-in/passkeys/queries.ts'
import { findStaffLogin } from '#server/staff/queries.ts'
import { signNotice } from '#server/providers/lender/notice-signature.ts'
import { confirmKey } from '#server/service/keys.ts'
import { anApplication, aReferredApplication } from '#tests/builders/finance-application.ts'
import { LENDER_SECRET } from './application.ts'
import { exportedData } from './exports.ts'
import { conditional, photographed, someBytes, tradingIn } from './files.ts'
import { CLIENT, readCode, readWatchKey, RIGHT_CAPTCHA, valueOf } from './people.ts'
import { withPasskey } from './passkeys.ts'
import {
  aRequest,
  arrive,
  confirmed,
  ownerDetails,
  ready,
  saved,
  started,
  TERMS_VERSION,
  type Person,
} from './purchases.ts'
import { confirmedBeforeOffer, offerFor, writeOldCar } from './trade-ins.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'
import { settingUp } from './second-factor.ts'
import { aServiceBooking, bookedService, freeStart, heldSlot } from './services.ts'
import type { Asked, World } from './world.ts'

/** A request that is answered with success. */
export interface Example extends Asked {
  /** Who asks: nobody, unless it says. */
  who?: Person
}
type MakeExample = (world: World) => Example | Promise<Example>

const by = (person: Person) => ({ 'x-captcha-token': RIGHT_CAPTCHA, ...bearerOf(person) })
const bearerOf = ({ accessToken }: Person) => ({ authorization: `Bearer ${accessToken}` })
const CAPTCHA = { headers: { 'x-captcha-token': RIGHT_CAPTCHA } }
const nothing = () => ({})
const ofMia: MakeExample = ({ mia }) => ({ who: mia, params: { id: mia.customerId } })

const aMessage = {
  name: 'Hēmi Pōtae',
  email: 'hemi.potae@demo.example',
  message: 'Is the Tarn at Albany still there?',
}

let count = 0
const newAddress = () => `someone${(count += 1)}@post.example`

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

async function cardSession({ mia, shop }: World) {
  const { id: purchaseJourneyId } = await confirmed(mia)
  const payment = valueOf(
    await mia.call(startStripePayment, { body: { purchaseJourneyId, paymentType: 'DEPOSIT' } }),
  )
  await shop.atThePage(payment.redirectUrl, { outcome: 'pay', notice: 'never', return: 'never' })
  return payment
}

async function bankToken({ mia }: World): Promise<string> {
  const { id: purchaseJourneyId } = await confirmed(mia)
  const payment = await mia.call(startPoliPayment, {
    body: { purchaseJourneyId, paymentType: 'DEPOSIT' },
  })
  return valueOf(payment).token
}

/** Money that a person has to send back: of a purchase that was paid by transfer and cancelled. */
async function dueRefund({ mia, staff }: World): Promise<string> {
  const { id } = await confirmed(mia)
  const params = { id }
  const body = { source: 'BANKTRF', amountCents: 100_000, reference: `R-${id}` } as const
  valueOf(await staff.call(recordReceipt, { params, body }))
  valueOf(await mia.call(cancelPurchase, { params }))
  const { refunds } = valueOf(await staff.call(listRefunds))
  return refunds.find(({ purchaseJourneyId }) => purchaseJourneyId === id)!.refundId
}

/** A refund to a card that did not go through. */
async function failedRefund(world: World): Promise<string> {
  const refundId = await dueRefund(world)
  const { db } = world.app.deps
  const { payment_id } = await db
    .updateTable('refund')
    .set({ failure: 'expired card' })
    .where('refund_id', '=', refundId)
    .returning('payment_id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('payment')
    .set({ method: 'STRIPE', source: 'CREDITCARD', provider_payment: `pi_${payment_id}` })
    .where('payment_id', '=', payment_id)
    .execute()
  return refundId
}

/** A difference from a provider that nobody has explained. */
async function aDifference({ app: { deps } }: World): Promise<string> {
  const difference_id = deps.newId()
  await deps.db
    .insertInto('money_difference')
    .values({
      difference_id,
      day: '2026-11-20',
      kind: 'refund',
      reference: `re_${difference_id}`,
      problem: 'missing-here',
      ours: null,
      theirs: '$1,000 succeeded',
      purchase_journey_id: null,
      found_at: deps.now().toISOString(),
      resolved_at: null,
      explained_at: null,
      explained_by: null,
      explanation: null,
    })
    .execute()
  return difference_id
}

/** A dispute that was lost, and that nobody has settled. */
async function lostDispute(world: World): Promise<string> {
  const { db, now } = world.app.deps
  const { payment_id } = await db
    .selectFrom('refund')
    .select('payment_id')
    .where('refund_id', '=', await dueRefund(world))
    .executeTakeFirstOrThrow()
  const dispute_id = `dp_${payment_id}`
  await db
    .insertInto('dispute')
    .values({
      dispute_id,
      payment_id,
      amount_cents: 100_000,
      currency: 'nzd',
      reason: 'fraudulent',
      status: 'LOST',
      provider_status: 'lost',
      respond_by: null,
      opened_at: now().toISOString(),
      closed_at: now().toISOString(),
      is_waiting: 1,
      dealt_at: null,
      dealt_by: null,
      dealt_note: null,
    })
    .execute()
  return dispute_id
}

/** A watch that its address has still to confirm. */
const aWatch: MakeExample = async ({ app, mia }) => {
  const email = newAddress()
  valueOf(await mia.call(watchConfiguration, { body: { email, kdcd: 'TN27H-B' } }))
  return { params: { key: await readWatchKey(app, email) } }
}

/** For each call of the contract, by its name, one that succeeds. */
export const examples: Record<string, MakeExample> = {
  token: () => ({
    body: {
      ...CLIENT,
      grant_type: 'password',
      username: 'customer@demo.example',
      password: SAMPLE_PASSWORD,
    },
  }),
  revoke: () => ({ body: { ...CLIENT, token: 'unknown' } }),
  getCurrentUser: ({ mia }) => ({ who: mia }),

  getBuildAndQuoteContent: nothing,
  listCountries: nothing,
  listDealers: nothing,
  listModels: nothing,
  listModelDeliveries: () => ({ params: { model: 'TN' } }),
  getVariantOption: () => ({ params: { option: aRequest().kdcd } }),
  getConfig: nothing,
  getCaptchaChallenge: nothing,
  getOpenApi: nothing,
  listDemoMail: () => ({ query: { to: 'customer@demo.example' } }),
  tryInLab: () => ({ body: { experiment: 'clock-back' } }),
  getDemoAttachment: async ({ mia }) => {
    valueOf(await mia.call(emailQuote, { body: { quoteId: (await saved(mia)).quoteId } }))
    const { messages } = valueOf(await mia.call(listDemoMail, { query: {} }))
    return { params: { id: messages.find(({ attachment }) => attachment)!.attachment!.id } }
  },
  retrieveAndCreateCar: () => ({ params: { regNo: 'TOI101' }, ...CAPTCHA }),
  findRecalls: () => ({ query: { registration: 'TOI101' }, ...CAPTCHA }),
  searchAddresses: () => ({ query: { q: '12 Ponsonby' } }),
  getAddress: () => ({ params: { addressId: '900001' } }),

  createCustomer: () => ({
    body: {
      customerType: 'INDIVIDUAL',
      name: { firstName: 'Tia', lastName: 'Moana' },
      email: newAddress(),
    },
    ...CAPTCHA,
  }),
  getCustomer: ofMia,
  updateCustomer: async (world) => ({
    ...(await ofMia(world)),
    body: { homePhone: '09 555 0141' },
  }),
  getOwnerships: ofMia,
  listVehicles: ofMia,
  addVehicle: async (world) => ({ ...(await ofMia(world)), body: { registration: 'TOI103' } }),
  removeVehicle: async ({ app }) => {
    const who = await arrive(app)
    return { who, params: { id: who.customerId, registration: 'TOI102' } }
  },
  listQuotes: ofMia,
  listPurchaseJourneys: ofMia,
  listReservations: ofMia,
  searchCustomers: ({ staff }) => ({ who: staff, query: { search: 'Mia', where: 'name' } }),
  startPasswordReset: () => ({ body: { email: 'customer@demo.example' }, ...CAPTCHA }),
  checkPasswordReset: () => ({ body: { email: 'nobody@demo.example', code: '123456' } }),
  completePasswordReset: async ({ app }) => {
    const email = 'aroha.tamati@demo.example'
    // So that its code is newer than what was mailed to her before.
    app.clock.advance(1000)
    const started = await app.browser()(startPasswordReset, {
      body: { email },
      captchaToken: RIGHT_CAPTCHA,
    })
    valueOf(started)
    const code = await readCode(app, email)
    return { body: { email, code, newPassword: 'a long walk over the Tararuas' } }
  },
  changePassword: async ({ app }) => {
    const who = await arrive(app, 'hemi.potae@demo.example')
    // An earlier use of this example gave the account its password.
    await app.deps.db
      .updateTable('customer')
      .set({ password_hash: null })
      .where('id', '=', who.customerId)
      .execute()
    const body = { type: 'NEW_ACCOUNT', newPassword: 'a long walk over the Tararuas' }
    return { who, params: { id: who.customerId }, body }
  },
  changeWebAccountEmail: ({ rawiri }) => ({
    who: rawiri,
    params: { id: rawiri.customerId },
    body: { email: newAddress(), currentPassword: SAMPLE_PASSWORD },
  }),
  verifyWebAccountEmail: async ({ app, rawiri }) => {
    const email = newAddress()
    const params = { id: rawiri.customerId }
    const body = { email, currentPassword: SAMPLE_PASSWORD }
    valueOf(await rawiri.call(changeWebAccountEmail, { params, body }))
    return { who: rawiri, params, body: { code: await readCode(app, email) } }
  },
  createWebAccount: async ({ app, staff }) => {
    const { id } = await app.deps.db
      .updateTable('customer')
      .set({ web_account_status: 'VERIFYPEND' })
      .where('first_name', '=', 'Ngaire')
      .returning('id')
      .executeTakeFirstOrThrow()
    return { who: staff, params: { id }, body: { email: newAddress() } }
  },
  getAccount: ofMia,
  listSessions: ofMia,
  endOtherSession: async ({ app }) => {
    const who = await arrive(app)
    return { who, params: { id: who.customerId, sessionId: 'signed-out-already' } }
  },
  endOtherSessions: async ({ app }) => {
    const who = await arrive(app, 'grace.whitfield@demo.example')
    return { who, params: { id: who.customerId } }
  },
  requestExport: ofMia,
  downloadExport: async ({ app, mia }) => {
    await exportedData(app, mia)
    return { who: mia, params: { id: mia.customerId } }
  },
  requestDeletion: async ({ app }) => {
    const who = await arrive(app, 'oliver.marsh@demo.example')
    return { who, params: { id: who.customerId }, body: {} }
  },
  withdrawDeletion: async ({ app }) => {
    const who = await arrive(app, 'oliver.marsh@demo.example')
    return { who, params: { id: who.customerId } }
  },
  listDeletions: ({ staff }) => ({ who: staff }),
  createPurchaseJourney: async ({ mia }) => ({
    who: mia,
    params: { id: mia.customerId },
    body: { quoteId: (await saved(mia)).quoteId, outletCode: 'AKL01' },
  }),

  getSecondFactor: ({ staff }) => ({ who: staff }),
  startSecondFactor: ({ staff }) => ({ who: staff, body: { currentPassword: SAMPLE_PASSWORD } }),
  confirmSecondFactor: async ({ app }) => {
    const who = await arrive(app, 'sales@demo.example')
    return { who, body: { code: (await settingUp(app, who))() } }
  },
  changeStaffPassword: async ({ app }) => {
    const email = 'service@demo.example'
    const other = await findStaffLogin(app.deps.db, 'staff@demo.example')
    // An earlier use of this example changed it.
    await app.deps.db
      .updateTable('staff')
      .set({ password_hash: other!.passwordHash })
      .where('email_key', '=', email)
      .execute()
    const body = { currentPassword: SAMPLE_PASSWORD, newPassword: 'a kea stole my gloves' }
    return { who: await arrive(app, email), body }
  },
  listStaffSessions: ({ staff }) => ({ who: staff }),
  endStaffSession: ({ staff }) => ({ who: staff, params: { sessionId: 'signed-out-already' } }),
  endStaffSessions: async ({ app }) => ({ who: await arrive(app, 'manager@demo.example') }),
  startPasskeySignIn: nothing,
  signInWithPasskey: async ({ app, mia }) => {
    await deletePasskeysOf(app.deps.db, { customer_id: mia.customerId, staff_id: null })
    const { authenticator } = await withPasskey(mia)
    const { ceremonyId, options } = valueOf(await app.browser()(startPasskeySignIn))
    return { body: { ceremonyId, credential: authenticator.get(options) } }
  },
  listPasskeys: ({ mia }) => ({ who: mia }),
  startPasskey: async ({ app, mia }) => {
    await deletePasskeysOf(app.deps.db, { customer_id: mia.customerId, staff_id: null })
    return { who: mia, body: { currentPassword: SAMPLE_PASSWORD } }
  },
  addPasskey: async ({ app, mia }) => {
    await deletePasskeysOf(app.deps.db, { customer_id: mia.customerId, staff_id: null })
    const { ceremonyId, options } = valueOf(await mia.call(startPasskey, { body: {} }))
    const credential = new SoftwareAuthenticator().create(options)
    return { who: mia, body: { ceremonyId, credential } }
  },
  renamePasskey: async ({ app, mia }) => {
    await deletePasskeysOf(app.deps.db, { customer_id: mia.customerId, staff_id: null })
    const { passkeyId } = (await withPasskey(mia)).passkey
    return { who: mia, params: { passkeyId }, body: { name: 'My phone' } }
  },
  removePasskey: ({ mia }) => ({
    who: mia,
    params: { passkeyId: 'removed-already' },
    body: { currentPassword: SAMPLE_PASSWORD },
  }),
  startActing: ({ staff, mia }) => ({ who: staff, body: { customerId: mia.customerId } }),
  getActing: ({ staff }) => ({ who: staff }),
  endActing: ({ staff }) => ({ who: staff }),
  listRecentCustomers: ({ staff }) => ({ who: staff }),
  listAudit: ({ staff, mia }) => ({ who: staff, params: { id: mia.customerId } }),

  sendEnquiry: () => ({
    body: {
      ...aMessage,
      kind: 'TESTDRIVE',
      phone: '021 555 0123',
      modelCode: 'TN',
      outletCode: 'AKL01',
      day: '2026-11-28',
      time: 'MORNING',
    },
    ...CAPTCHA,
  }),
  watchConfiguration: () => ({
    body: { email: 'hemi.potae@demo.example', kdcd: 'TN27H-B', colourCode: 'WHP' },
    ...CAPTCHA,
  }),
  getWatch: aWatch,
  confirmWatch: aWatch,
  endWatch: aWatch,
  listWatches: ofMia,

  leaveMessage: () => ({ body: aMessage, ...CAPTCHA }),
  listMessages: ({ staff }) => ({ who: staff, query: { show: 'todo' } }),
  updateMessage: async ({ app, staff }) => {
    const browser = app.browser()
    valueOf(await browser(leaveMessage, { body: aMessage, captchaToken: RIGHT_CAPTCHA }))
    const { messages } = valueOf(await staff.call(listMessages, { query: { show: 'todo' } }))
    return { who: staff, params: { id: messages[0]!.messageId }, body: { isDone: true } }
  },

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

  listServiceSlots: () => ({
    query: { outletCode: 'AKL01', serviceCode: 'WOF', date: '2026-11-30', until: '2026-12-06' },
  }),
  holdServiceSlot: async ({ mia }) => ({
    body: { outletCode: 'CHC01', serviceCode: 'WOF', startsAt: await freeStart(mia.call) },
  }),
  renewServiceHold: async ({ mia }) => ({ params: { id: (await heldSlot(mia.call)).holdId } }),
  releaseServiceHold: async ({ mia }) => ({ params: { id: (await heldSlot(mia.call)).holdId } }),
  bookService: async ({ mia }) => ({ who: mia, body: await aServiceBooking(mia.call) }),
  confirmServiceBooking: async ({ app }) => {
    const visitor = app.browser()
    const body = await aServiceBooking(visitor)
    const made = await visitor(bookService, { body, captchaToken: RIGHT_CAPTCHA })
    const { bookingId } = valueOf(made).booking
    return { params: { id: bookingId }, body: { key: confirmKey(app.deps.keys, bookingId) } }
  },
  getServiceBooking: async ({ mia }) => ({
    who: mia,
    params: { id: await bookedService(mia.call) },
  }),
  changeServiceBooking: async ({ mia }) => ({
    who: mia,
    params: { id: await bookedService(mia.call) },
    body: { holdId: (await heldSlot(mia.call)).holdId },
  }),
  cancelServiceBooking: async ({ mia }) => ({
    who: mia,
    params: { id: await bookedService(mia.call) },
  }),
  cancelBookingForCustomer: async ({ mia, staff }) => ({
    who: staff,
    params: { id: await bookedService(mia.call) },
    body: { reason: 'The hoist is out of order.' },
  }),
  listBookingsToCome: ({ staff }) => ({ who: staff }),
  listServiceBookings: ofMia,

  getStripeConfig: nothing,
  startStripePayment: async ({ mia }) => ({
    who: mia,
    body: { purchaseJourneyId: (await confirmed(mia)).id, paymentType: 'DEPOSIT' },
  }),
  checkStripePayment: async (world) => ({
    body: { sessionId: (await cardSession(world)).sessionId },
  }),
  returnFromStripe: async (world) => ({
    query: { session_id: (await cardSession(world)).sessionId },
  }),
  startPoliPayment: async ({ mia }) => ({
    who: mia,
    body: { purchaseJourneyId: (await confirmed(mia)).id, paymentType: 'DEPOSIT' },
  }),
  checkPoliPayment: async (world) => ({ body: { token: await bankToken(world) } }),
  returnFromPoli: async (world) => ({ query: { token: await bankToken(world) } }),
  returnFromPoliByForm: async (world) => ({ body: { token: await bankToken(world) } }),
  receivePoliNudge: async (world) => ({ body: { Token: await bankToken(world) } }),
  announceBankTransfer: async ({ mia }) => ({
    who: mia,
    params: { id: (await confirmed(mia)).id },
  }),
  getBankTransfer: async ({ mia }) => ({ who: mia, params: { id: (await confirmed(mia)).id } }),
  recordReceipt: async ({ mia, staff }) => ({
    who: staff,
    params: { id: (await confirmed(mia)).id },
    body: { source: 'BANKTRF', amountCents: 100_000, reference: 'R1' },
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
  listRefunds: ({ staff }) => ({ who: staff }),
  completeRefund: async (world) => ({
    who: world.staff,
    params: { id: await dueRefund(world) },
    body: { reference: 'B-77' },
  }),
  listMoneyDifferences: ({ staff }) => ({ who: staff }),
  explainMoneyDifference: async (world) => ({
    who: world.staff,
    params: { id: await aDifference(world) },
    body: { explanation: 'Refunded at the provider' },
  }),
  repeatRefund: async (world) => ({
    who: world.staff,
    params: { id: await failedRefund(world) },
  }),
  settleDispute: async (world) => ({
    who: world.staff,
    params: { id: await lostDispute(world) },
    body: { note: 'Paid again by transfer' },
  }),
  receiveLenderNotice: async ({ app, mia }) => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    valueOf(await mia.call(submitFinanceApplication, { params: { id }, body: anApplication() }))
    const decision = { code: 'AUTOAPPR', limitCents: 3_000_000, conditions: [] }
    const body = JSON.stringify({ eventId: `decided-${id}`, reference: id, decision })
    const signature = signNotice(LENDER_SECRET, Buffer.from(body), app.clock.now())
    return { body, headers: { 'lender-signature': signature } }
  },
  receiveStripeNotice: ({ app, shop }) => {
    const body = JSON.stringify({
      id: 'evt_example',
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: { id: 'cs_test_unknown', object: 'checkout.session' } },
    })
    const time = Math.floor(app.clock.atMs / 1000)
    const signature = createHmac('sha256', shop.simulator.settings.webhookSecret)
      .update(`${time}.${body}`)
      .digest('hex')
    return { body, headers: { 'stripe-signature': `t=${time},v1=${signature}` } }
  },
}

/** What is sent for an example. */
export const asked = ({ who, headers, ...rest }: Example): Asked => ({
  ...rest,
  headers: { ...(who && by(who)), ...headers },
})
