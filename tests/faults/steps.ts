import { fieldMessages, type ApiFailure, type Result } from '#lib/api/failure.ts'
import {
  confirmPurchase,
  createPurchaseJourney,
  getPurchaseJourney,
  listPurchaseJourneys,
  updatePurchaseJourney,
} from '#lib/purchases/calls.ts'
import { checkStripePayment, startStripePayment } from '#lib/payments/calls.ts'
import { emailQuote, saveQuote } from '#lib/quotes/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { getConfig } from '#lib/site/calls.ts'
import { aRequest, ownerDetails } from '#tests/setup/purchases.ts'
import { visitor, type Buyer, type Places } from './shop.ts'

/** One request, repeated with the same key. */
export type Step<T> = (idempotencyKey: string) => Promise<Result<T>>

/** Maximum re-reads of the terms, since either version may answer. */
const MOST_TERMS = 50

const NOT_YET = { kind: 'unreadable', status: 503 } satisfies ApiFailure

/** What a purchase is made of, request by request. */
export const stepsOf = (shops: Places, { call, customerId }: Buyer) => ({
  save: (idempotencyKey: string) => call(saveQuote, { body: aRequest(), idempotencyKey }),

  mail:
    (quoteId: string): Step<unknown> =>
    (idempotencyKey) =>
      call(emailQuote, { body: { quoteId }, idempotencyKey }),

  /** As the page does: continues a purchase that exists already. */
  begin:
    (quoteId: string): Step<PurchaseJourney> =>
    async (idempotencyKey) => {
      const params = { id: customerId }
      const started = await call(createPurchaseJourney, {
        params,
        body: { quoteId },
        idempotencyKey,
      })
      if (started.ok || !('status' in started.failure) || started.failure.status !== 409)
        return started
      const known = await call(listPurchaseJourneys, { params, query: { limit: '100' } })
      if (!known.ok) return known
      const mine = known.value.purchaseJourneyList.find(
        ({ originalQuoteId }) => originalQuoteId === quoteId,
      )
      return mine ? call(getPurchaseJourney, { params: { id: mine.purchaseJourneyId } }) : started
    },

  change:
    (id: string, body: { outletCode: string }): Step<PurchaseJourney> =>
    () =>
      call(updatePurchaseJourney, { params: { id }, body }),

  makeReady:
    (id: string): Step<PurchaseJourney> =>
    () =>
      call(updatePurchaseJourney, {
        params: { id },
        body: { ownerDetails: ownerDetails(), hasConfirmedOwnerDetails: true },
      }),

  /** As the page does: with the terms that are in force, which are two where two versions serve. */
  confirm: ({ id, currentQuote }: PurchaseJourney): Step<PurchaseJourney> => {
    let termsVersion: string | null = null
    const once: Step<PurchaseJourney> = async (idempotencyKey) => {
      if (termsVersion === null) {
        const config = await call(getConfig)
        if (!config.ok) return config
        termsVersion = config.value.termsVersion
      }
      return call(confirmPurchase, {
        params: { id },
        body: {
          acceptedTotalCents: currentQuote.totals.driveAwayCents,
          termsVersion,
          signatureName: 'Mia Harris',
        },
        idempotencyKey: `${idempotencyKey}-${termsVersion}`,
      })
    }
    return async (idempotencyKey) => {
      for (let tries = 1; ; tries += 1) {
        const answer = await once(idempotencyKey)
        if (answer.ok || tries === MOST_TERMS || !('termsVersion' in fieldMessages(answer.failure)))
          return answer
        termsVersion = null
      }
    }
  },

  startPayment: (id: string) => (idempotencyKey: string) =>
    call(startStripePayment, {
      body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' },
      idempotencyKey,
    }),

  /** At the provider's page, which any of the processes shows. */
  pay:
    (page: string, notice: 'twice' | 'never'): Step<null> =>
    async () => {
      for (const { url } of shops)
        try {
          await fetch(url + new URL(page).pathname, {
            method: 'POST',
            body: new URLSearchParams({ outcome: 'pay', notice }),
            redirect: 'manual',
          })
          return { ok: true, value: null }
        } catch {
          // The next one, or later.
        }
      return { ok: false, failure: { kind: 'network', reason: 'failed' } }
    },

  /** Until the payment is known to be made. */
  check:
    (sessionId: string): Step<unknown> =>
    async () => {
      const result = await visitor(shops)(checkStripePayment, { body: { sessionId } })
      return result.ok && result.value.statusCode !== 'PAID'
        ? { ok: false, failure: NOT_YET }
        : result
    },
})
