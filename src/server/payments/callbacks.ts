import { setTimeout as delay } from 'node:timers/promises'
import type { PaymentMethod, PaymentStatus } from '#lib/codes.ts'
import type { PaymentCheck } from '#lib/payments/shapes.ts'
import { sitePaths } from '#lib/shared/site-paths.ts'
import type { PaymentRow } from './tables.ts'
import {
  findPayment,
  findPaymentByReference,
  insertProviderEvent,
  LIVE,
  updatePayment,
} from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { scheduleProviderCheck } from './provider-check-queries.ts'
import { fieldError, invalid, notFound } from '#server/platform/http/api-problem.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import { closeAttempt } from './close-attempts.ts'
import { checkReported } from './provider-checks.ts'
import { settlePayment } from './settle.ts'

/** A webhook is answered within this time, however long our own question to the provider takes. */
const WEBHOOK_WAIT_MS = 1_000

/** The sentence that a customer reads for each payment status. */
const MESSAGES: Record<PaymentStatus, string> = {
  CREATED: 'The payment hasn’t been made yet.',
  PENDING: 'Your payment is on its way. We’ll email you when it arrives.',
  PAID: 'Thank you. We’ve received your payment.',
  FAILED: 'The payment didn’t go through. No money was taken.',
  CANCELLED: 'The payment was cancelled. No money was taken.',
  EXPIRED: 'The payment page has closed. No money was taken.',
  NEEDS_REVIEW: 'We’re checking this payment, and we’ll email you. Please don’t pay again.',
  REFUNDED: 'The payment has been refunded.',
  CHARGED_BACK: 'Your bank has reversed this payment, so it’s due again.',
}

/**
 * Returns the result of a payment to a caller who knows the provider's own reference.
 *
 * @param reference The session of a card payment, the token of a payment by bank.
 * @throws {ApiProblem} 404 for an unknown reference.
 */
export async function checkPayment(
  deps: Deps,
  method: PaymentMethod,
  reference: string,
): Promise<PaymentCheck> {
  const known = await findPaymentByReference(deps.db, method, reference)
  if (!known) throw notFound()
  const payment = mayAskAgain(deps, 'check', known) ? await settleIfReachable(deps, known) : known
  return {
    paymentId: payment.payment_id,
    purchaseJourneyId: payment.purchase_journey_id,
    paymentType: payment.type,
    statusCode: payment.status,
    message: MESSAGES[payment.status],
  }
}

/**
 * The payment page polls, and so can anyone who knows the reference: the provider is asked at most this often, for each
 * way to make us ask.
 */
const ASK_AGAIN_AFTER_MS = 3_000
/** Questions remembered at most; the oldest question is forgotten first. */
const MAX_REMEMBERED = 10_000
const askedAtOf = new WeakMap<Deps, Map<string, number>>()

/** Whether the provider was last asked long enough ago. Until then its webhooks report changes. */
function mayAskAgain(
  deps: Deps,
  why: 'check' | 'return' | 'close' | 'nudge',
  { payment_id }: PaymentRow,
): boolean {
  const key = `${why} ${payment_id}`
  const askedAt = askedAtOf.get(deps) ?? new Map<string, number>()
  askedAtOf.set(deps, askedAt)
  const nowMs = deps.now().getTime()
  const lastMs = askedAt.get(key)
  if (lastMs !== undefined && Math.abs(nowMs - lastMs) < ASK_AGAIN_AFTER_MS) return false
  askedAt.delete(key)
  if (askedAt.size >= MAX_REMEMBERED) askedAt.delete(askedAt.keys().next().value!)
  askedAt.set(key, nowMs)
  return true
}

/** Keeps the payment unchanged when the provider cannot be reached; the sweeper asks again. */
async function ifReachable(
  deps: Deps,
  payment: PaymentRow,
  ask: () => Promise<PaymentRow | null>,
): Promise<PaymentRow> {
  try {
    return (await ask()) ?? payment
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ err: error, paymentId: payment.payment_id }, 'a payment could not be checked')
    return payment
  }
}

const settleIfReachable = (deps: Deps, payment: PaymentRow): Promise<PaymentRow> =>
  ifReachable(deps, payment, () => settlePayment(deps, payment.payment_id))

/** The query of the return address: the session's id after paying, our own payment id after cancelling. */
export interface CardReturn {
  session_id?: string | undefined
  paymentId?: string | undefined
  cancelled?: '1' | undefined
}

/**
 * Sends a buyer who returns from the provider to the payment step of the journey. The status in the address is only
 * a hint for the first sentence.
 *
 * @throws {ApiProblem} 400 without an id, 404 for an unknown one.
 */
export async function returnFromCard(
  deps: Deps,
  { session_id, paymentId, cancelled }: CardReturn,
): Promise<{ location: string }> {
  if (!session_id && !paymentId) throw invalid([fieldError('session_id', 'is required')])
  const known = session_id
    ? await findPaymentByReference(deps.db, 'STRIPE', session_id)
    : await findPayment(deps.db, paymentId!)
  if (known?.method !== 'STRIPE') throw notFound()

  if (cancelled && LIVE.includes(known.status)) {
    if (!mayAskAgain(deps, 'close', known)) return backToJourney(deps, known)
    return backToJourney(deps, await ifReachable(deps, known, () => closeAttempt(deps, known)))
  }
  return backToJourney(deps, await settleOnReturn(deps, known))
}

/**
 * Sends a buyer who returns from online banking on, as {@link returnFromCard}.
 *
 * @throws {ApiProblem} 404 for an unknown token.
 */
export async function returnFromBank(deps: Deps, token: string): Promise<{ location: string }> {
  const known = await findPaymentByReference(deps.db, 'POLI', token)
  if (!known) throw notFound()
  return backToJourney(deps, await settleOnReturn(deps, known))
}

const settleOnReturn = async (deps: Deps, payment: PaymentRow): Promise<PaymentRow> =>
  mayAskAgain(deps, 'return', payment) ? settleIfReachable(deps, payment) : payment

function backToJourney(deps: Deps, payment: PaymentRow): { location: string } {
  const { origin, pathname } = new URL(deps.settings.siteUrl)
  const step = sitePaths(pathname).purchase(payment.purchase_journey_id, 'payment')
  return { location: `${origin}${step}?statusCode=${payment.status}` }
}

/**
 * Handles a webhook of the card provider. It only names a payment, refund, dispute or payout, which is scheduled for
 * the sweeper in the same transaction and checked right away.
 *
 * @throws {ApiProblem} 400 when the signature is not the provider's.
 */
export async function handleStripeWebhook(
  deps: Deps,
  body: Uint8Array,
  signature: string | undefined,
): Promise<{ received: true }> {
  const notice = await deps.card.readNotice(body, signature)
  if (!notice) throw invalid([fieldError('stripe-signature', 'is not valid')])
  const now = deps.now().toISOString()
  const payment = await deps.db.transaction().execute(async (trx) => {
    const isNew = await insertProviderEvent(trx, {
      event_id: notice.eventId,
      provider: deps.card.name,
      type: notice.type,
      received_at: now,
    })
    if (!isNew) return null
    if (notice.about) {
      const { kind, reference } = notice.about
      await scheduleProviderCheck(trx, kind, reference, now)
    }
    if (notice.sessionId === null) return null
    const found = await findPaymentByReference(trx, 'STRIPE', notice.sessionId)
    return found && updatePayment(trx, found.payment_id, SETTLEABLE, { next_check_at: now })
  })
  if (payment) await waitBriefly(settleIfReachable(deps, payment))
  if (notice.about)
    await waitBriefly(checkReported(deps, notice.about.kind, notice.about.reference))
  return { received: true }
}

/**
 * Handles a nudge of the online banking provider. It proves nothing and only names a payment, so one for an unknown
 * payment is ignored.
 */
export async function handlePoliNudge(deps: Deps, token: string): Promise<{ received: true }> {
  const known = await findPaymentByReference(deps.db, 'POLI', token)
  const payment =
    known &&
    (await updatePayment(deps.db, known.payment_id, SETTLEABLE, {
      next_check_at: deps.now().toISOString(),
    }))
  // Else the sweeper asks.
  if (payment && mayAskAgain(deps, 'nudge', payment))
    await waitBriefly(settleIfReachable(deps, payment))
  return { received: true }
}

/** Waits for the work that follows a webhook, but not longer than its sender should wait. */
const waitBriefly = async (following: Promise<unknown>): Promise<void> => {
  await Promise.race([following, delay(WEBHOOK_WAIT_MS, undefined, { ref: false })])
}

/** Even an attempt that was cancelled may turn out to have been paid. */
const SETTLEABLE: readonly PaymentStatus[] = [...LIVE, 'FAILED', 'CANCELLED', 'EXPIRED']
