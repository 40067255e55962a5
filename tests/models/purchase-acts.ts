import type { Result } from '#lib/api/failure.ts'
import { recordDelivery } from '#lib/purchases/delivery-calls.ts'
import * as agreements from '#lib/purchases/agreement-calls.ts'
import * as payments from '#lib/payments/calls.ts'
import { decideFinance, submitFinanceApplication } from '#lib/finance/calls.ts'
import * as calls from '#lib/purchases/calls.ts'
import { refreshQuote } from '#lib/quotes/calls.ts'
import { PAY_OPTIONS } from '#lib/codes.ts'
import type { JourneyPatch, PurchaseJourney } from '#lib/purchases/shapes.ts'
import * as purchases from '#lib/purchases/staff-calls.ts'
import { decideReview } from '#lib/payments/calls.ts'
import { advanceJourney } from '#lib/purchases/staff-calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import { offerForTradeIn } from '#lib/trade-in/calls.ts'
import { addDays, aucklandDay } from '#lib/shared/dates.ts'
import { DELIVERY_STAGES } from '#lib/catalogue/delivery.ts'
import { STEPS } from '#lib/purchases/journey-steps.ts'
import { expire } from '#server/upkeep/expiry.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import { signNotice } from '#tests/setup/lender-notices.ts'
import { endUnpaidPurchases } from '#server/payments/deposit-expiry.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { anApplication, aReferredApplication } from '#tests/builders/finance-application.ts'
import { LENDER_SECRET } from '#tests/setup/application.ts'
import { valueOf } from '#tests/setup/people.ts'
import { aRequest, confirming, ownerDetails, ready } from '#tests/setup/purchases.ts'
import { oneOf, RARE, type Act, type Walk } from './purchase-walk.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'

/** What customers, a stranger, staff and jobs do with the purchase of a walk, by name. */
export function purchaseActs(at: Walk): Record<string, Act> {
  const ofJourney =
    (act: (journey: PurchaseJourney, n: number) => Promise<Result<unknown> | void>): Act =>
    async (n) => {
      const journey = await at.see()
      if (journey) return act(journey, n)
    }
  const patch = (body: JourneyPatch, ifMatch?: string) =>
    at.mia.call(calls.updatePurchaseJourney, {
      params: at.params,
      body,
      ...(ifMatch && { ifMatch }),
    })
  const pay =
    (paymentType: 'DEPOSIT' | 'BALANCE'): Act =>
    async (n) => {
      const body = { purchaseJourneyId: at.id, paymentType }
      if (n % 2 === 0) {
        const answer = await at.mia.call(payments.startStripePayment, { body })
        if (answer.ok) at.pages.push({ method: 'STRIPE', reference: answer.value.sessionId })
        return answer
      }
      const answer = await at.mia.call(payments.startPoliPayment, { body })
      if (answer.ok) at.pages.push({ method: 'POLI', reference: answer.value.token })
      return answer
    }
  const vehicle = (owingCents: number, request?: 'APPRAISAL' | 'ACCEPT') => ({
    registration: 'TOI101',
    make: 'Tarvane',
    model: 'Cove',
    year: 2021,
    odometerKm: 48_210,
    owingCents,
    ...(request && { request }),
  })
  const workOf = async (kind: 'transfers' | 'refunds') =>
    valueOf(await at.sam.call(listWork, { query: { kind } })).items.filter(
      ({ purchaseJourneyId }) => purchaseJourneyId === at.id,
    )

  return {
    look: () => at.mia.call(calls.getPurchaseJourney, { params: at.params }),
    'owner details': () =>
      patch({ ownerDetails: ownerDetails(), hasConfirmedOwnerDetails: true, outletCode: null }),
    'another way to pay': (n) =>
      patch({ currentQuoteRequest: aRequest({ payOption: oneOf(PAY_OPTIONS, n) }) }),
    accessories: ofJourney(({ currentQuoteRequest }, n) =>
      patch({
        currentQuoteRequest: { ...currentQuoteRequest, accessoryCodes: n % 2 ? ['MATS'] : [] },
      }),
    ),
    'a step': (n) => patch({ metadata: { furthestStep: oneOf(STEPS, n) } }),
    'an old version': ofJourney(({ version }) => patch({ outletCode: null }, `"v${version - 1}"`)),
    'this version': ofJourney(({ version }) => patch({ outletCode: null }, `"v${version}"`)),
    'a trade-in': (n) =>
      patch({
        tradeInformation: {
          vehicles: oneOf(
            [
              [vehicle(200_000)],
              [vehicle(200_000, 'APPRAISAL')],
              [vehicle(200_000, 'ACCEPT')],
              [vehicle(100_000)],
              [],
            ],
            n,
          ),
        },
      }),
    'an application': (n) =>
      at.mia.call(submitFinanceApplication, {
        params: at.params,
        body: oneOf([anApplication(), aReferredApplication], n),
      }),
    'a new price': ofJourney(({ currentQuote: { quoteId } }) =>
      at.mia.call(refreshQuote, { params: { id: quoteId } }),
    ),
    confirm: ofJourney((journey) => confirming(at.mia, journey)),
    'confirm at another price': ofJourney((journey) =>
      confirming(at.mia, journey, { acceptedTotalCents: 1 }),
    ),
    'confirm old terms': ofJourney((journey) =>
      confirming(at.mia, journey, { termsVersion: 'of old' }),
    ),
    'pay the deposit': pay('DEPOSIT'),
    'pay the balance': pay('BALANCE'),
    'at the page': async (n) => {
      const page = at.pages.at(-1 - (n % 2))
      if (page) at.providers.pay(page.method, page.reference)
    },
    notice: async (n) => {
      const page = at.pages.at(-1 - (n % 2))
      if (!page) return
      const { method, reference } = page
      return method === 'STRIPE'
        ? at.mia.call(payments.checkStripePayment, { body: { sessionId: reference } })
        : at.mia.call(payments.checkPoliPayment, { body: { token: reference } })
    },
    /** The car that was reserved is bought. */
    'buy it': ofJourney(async ({ status, currentQuote }) => {
      const isReserved = status.purchaseJourneyStatusCode === 'CONFIRMED'
      if (!isReserved || currentQuote.payOption !== 'RESERVATION') return
      const purchase = await ready(at.mia)
      at.ids.push(purchase.id)
      await confirming(at.mia, purchase)
    }),
    delete: async (n) =>
      n % 4 ? undefined : at.mia.call(calls.deletePurchaseJourney, { params: at.params }),
    cancel: () => at.mia.call(calls.cancelPurchase, { params: at.params }),
    /** Another customer has nothing to do with it. */
    'a stranger': async (n) => {
      const journey = await at.see()
      if (!journey) return
      const body = { purchaseJourneyId: at.id, paymentType: 'DEPOSIT' } as const
      const answer = await oneOf<() => Promise<Result<unknown>>>(
        [
          () => at.rawiri.call(calls.getPurchaseJourney, { params: at.params }),
          () => at.rawiri.call(calls.updatePurchaseJourney, { params: at.params, body: {} }),
          () => at.rawiri.call(calls.deletePurchaseJourney, { params: at.params }),
          () => at.rawiri.call(calls.cancelPurchase, { params: at.params }),
          () => at.rawiri.call(payments.startStripePayment, { body }),
          () => confirming(at.rawiri, journey),
          () =>
            at.rawiri.call(advanceJourney, {
              params: at.params,
              body: { event: 'car-found' },
            }),
        ],
        n,
      )()
      if (answer.ok) throw new Error(`a stranger may do no. ${n % 7}`)
      return answer
    },

    offer: ofJourney(async ({ tradeInformation: { vehicles } }, n) =>
      vehicles[0]
        ? at.sam.call(offerForTradeIn, {
            params: at.params,
            body: { vehicleId: vehicles[0].id, offerCents: oneOf([900_000, 1_500_000], n) },
          })
        : undefined,
    ),
    decision: ofJourney(({ version, currentQuote: { finance } }, n) =>
      at.sam.call(decideFinance, {
        params: at.params,
        ifMatch: `"v${version}"`,
        body: oneOf(
          [
            {
              code: 'AUTOAPPR' as const,
              limitCents: finance?.amountFinancedCents ?? 0,
              annualRatePct: 9.95,
              validUntil: addDays(aucklandDay(at.clock.now()), 30),
              conditions: [],
            },
            { code: 'DECLINE' as const, conditions: [] },
          ],
          n,
        ),
      }),
    ),
    'the lender’s notice': async (n) => {
      const code = oneOf(['CONDITIONL', 'DECLINE'] as const, n)
      const approval = { limitCents: 9_000_000, annualRatePct: 9.95, validUntil: '2099-12-31' }
      const body = JSON.stringify({
        eventId: `walk-${at.count++}`,
        reference: at.id,
        decision: { code, conditions: [], ...(code === 'CONDITIONL' && approval) },
      })
      const signature = signNotice(LENDER_SECRET, Buffer.from(body), at.clock.now())
      await at.app.request('/api/lender/decision', {
        method: 'POST',
        body,
        headers: { 'lender-signature': signature },
      })
    },
    'a car found': () => at.advance('car-found'),
    'a car comes in': async () => {
      await at.db
        .updateTable('stock')
        .set((stock) => ({ quantity: stock('quantity', '+', 1) }))
        .where('kdcd', '=', RARE.kdcd)
        .where('colour_code', '=', RARE.colourCode)
        .execute()
    },
    'an agreement': () => at.sam.call(agreements.issueAgreement, { params: at.params }),
    /** Accepts the agreement that was read last, or another one. */
    'accept the agreement': async (n) => {
      const read = await at.mia.call(agreements.getAgreement, { params: at.params })
      if (!read.ok) return read
      const agreementId = n % 4 ? read.value.agreementId : 'another'
      const body = { agreementId, isAccepted: true, name: 'Mia Harris' } as const
      return at.mia.call(agreements.acceptAgreement, { params: at.params, body })
    },
    'an agreement on paper': () => at.advance('agreement-accepted'),
    /** Only onwards, whatever stage is said. */
    delivery: (n) =>
      at.sam.call(recordDelivery, {
        params: at.params,
        body: { deliveryStatus: oneOf(DELIVERY_STAGES, n).status },
      }),
    'to cash': () => at.advance('changed-to-cash'),
    'hand-over': () => at.advance('handed-over'),
    'a transfer': ofJourney(({ paymentMetadata: { depositCents, balanceCents } }, n) =>
      at.receipt(
        'BANKTRF',
        // A part, what is due, more than that.
        oneOf([30_000, depositCents || 70_000, balanceCents || 70_000, 9_900_000], n),
      ),
    ),
    'the same transfer': () => at.receipt('BANKTRF', 30_000, `same-${at.id}`),
    'the lender pays': ofJourney(({ currentQuote: { finance } }, n) =>
      at.receipt('MTF', oneOf([finance?.amountFinancedCents ?? 100, 50_000], n)),
    ),
    'cancel for them': () =>
      at.sam.call(purchases.cancelForCustomer, {
        params: at.params,
        body: { reason: 'They asked' },
      }),
    'a note': () =>
      at.sam.call(purchases.addPurchaseNote, { params: at.params, body: { text: 'They called' } }),
    review: async (n) => {
      const [item] = await workOf('transfers')
      if (!item) return
      const outcome = oneOf(['SEND_BACK', 'RECEIVED', 'SEND_BACK', 'NOTHING_CAME'] as const, n)
      const body = { paymentId: item.id, outcome }
      return at.sam.call(decideReview, { params: at.params, body })
    },
    'refund by hand': async () => {
      const [item] = await workOf('refunds')
      if (!item) return
      const body = { reference: `B-${at.count++}`, amountCents: item.amountCents! }
      return at.sam.call(payments.completeRefund, { params: { id: item.id }, body })
    },

    sweep: () => checkDuePayments(at.deps),
    refunds: () => sendRefunds(at.deps),
    expiry: () => expire(at.deps),
    'time for deposits': () => endUnpaidPurchases(at.deps),
    'ask for bank details': () => at.mia.call(payments.announceBankTransfer, { params: at.params }),
    'time passes': async (n) => {
      at.clock.advance(
        oneOf([1_000, MINUTE_MS, 32 * MINUTE_MS, DAY_MS, 4 * DAY_MS, 8 * DAY_MS, 31 * DAY_MS], n),
      )
      await at.comeIn()
    },
  }
}
