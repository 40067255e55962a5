import { setTimeout as delay } from 'node:timers/promises'
import type { PaymentMethod, PaymentStatus } from '#lib/sign-in/code-shapes.ts'
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
import { insertCheck } from './provider-check-queries.ts'
import { fieldError, invalid, notFound } from '#server/platform/http/api-problem.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import { closeAttempt } from './payments.ts'
import { checkNoticed } from './provider-checks.ts'
import { settlePayment } from './settle.ts'

/** A notice is answered within this, whatever the provider says to our own question. */
const NOTICE_PATIENCE_MS = 1_000

/** What a person reads of a payment's status. */
const MESSAGES: Record<PaymentStatus, string> = {
  CREATED: 'The payment has not been made yet.',
  PENDING: 'The payment is on its way. We will tell you when it has arrived.',
  PAID: 'Thank you. We have received your payment.',
  FAILED: 'The payment did not go through. No money was taken.',
  CANCELLED: 'The payment was cancelled. No money was taken.',
  EXPIRED: 'The payment page has closed. No money was taken.',
  NEEDS_REVIEW: 'We’re checking this payment, and we’ll email you. Please don’t pay it again.',
  REFUNDED: 'The payment has been refunded.',
  CHARGED_BACK: 'Your bank has taken this payment back, so it’s due again.',
}

/**
 * What has come of a payment, for a caller who knows the provider's own name for it.
 *
 * @param reference The session of a card payment, the token of a payment by bank.
 * @throws {ApiProblem} 404 for one that is not ours.
 */
export async function checkPayment(
  deps: Deps,
  method: PaymentMethod,
  reference: string,
): Promise<PaymentCheck> {
  const known = await findPaymentByReference(deps.db, method, reference)
  if (!known) throw notFound()
  const payment = mayAskAgain(deps, known) ? await settleIfReachable(deps, known) : known
  return {
    paymentId: payment.payment_id,
    purchaseJourneyId: payment.purchase_journey_id,
    paymentType: payment.type,
    statusCode: payment.status,
    message: MESSAGES[payment.status],
  }
}

/** An open page asks again and again, and so may anyone who knows the reference: the provider is asked once in so long. */
const ASK_AGAIN_AFTER_MS = 3_000
/** Payments remembered at most; the one asked for first is forgotten first. */
const MOST_REMEMBERED = 10_000
const askedAtOf = new WeakMap<Deps, Map<string, number>>()

/** Whether the provider was last asked long enough ago. Meanwhile its notices say what changes. */
function mayAskAgain(deps: Deps, { payment_id }: PaymentRow): boolean {
  const askedAt = askedAtOf.get(deps) ?? new Map<string, number>()
  askedAtOf.set(deps, askedAt)
  const nowMs = deps.now().getTime()
  const lastMs = askedAt.get(payment_id)
  if (lastMs !== undefined && Math.abs(nowMs - lastMs) < ASK_AGAIN_AFTER_MS) return false
  askedAt.delete(payment_id)
  if (askedAt.size >= MOST_REMEMBERED) askedAt.delete(askedAt.keys().next().value!)
  askedAt.set(payment_id, nowMs)
  return true
}

/** A provider that cannot be reached leaves the payment as we know it; the sweeper asks again. */
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

/** How a buyer comes back: with the session's id after paying, with our own id after giving up. */
export interface CardReturn {
  session_id?: string | undefined
  paymentId?: string | undefined
  cancelled?: '1' | undefined
}

/**
 * Where a buyer who comes back from the provider goes on: to the payment step of the journey. The status in
 * the address is only a hint for the first sentence.
 *
 * @throws {ApiProblem} 400 without an id, 404 for one that is not ours.
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

  const payment =
    cancelled && LIVE.includes(known.status)
      ? await ifReachable(deps, known, () => closeAttempt(deps, known))
      : await settleIfReachable(deps, known)
  return backToJourney(deps, payment)
}

/**
 * Where a buyer who comes back from the bank payment goes on, as {@link returnFromCard}.
 *
 * @throws {ApiProblem} 404 for a token that is not ours.
 */
export async function returnFromBank(deps: Deps, token: string): Promise<{ location: string }> {
  const known = await findPaymentByReference(deps.db, 'POLI', token)
  if (!known) throw notFound()
  return backToJourney(deps, await settleIfReachable(deps, known))
}

function backToJourney(deps: Deps, payment: PaymentRow): { location: string } {
  const { origin, pathname } = new URL(deps.settings.siteUrl)
  const step = sitePaths(pathname).purchase(payment.purchase_journey_id, 'payment')
  return { location: `${origin}${step}?statusCode=${payment.status}` }
}

/**
 * Takes in a notice of the card provider. It only says where to look: the payment, refund, dispute or payout is made
 * due for the sweeper in the same transaction, and looked at right away.
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
      await insertCheck(trx, kind, reference, now)
    }
    if (notice.sessionId === null) return null
    const found = await findPaymentByReference(trx, 'STRIPE', notice.sessionId)
    return found && updatePayment(trx, found.payment_id, SETTLEABLE, { next_check_at: now })
  })
  if (payment) await soon(settleIfReachable(deps, payment))
  if (notice.about) await soon(checkNoticed(deps, notice.about.kind, notice.about.reference))
  return { received: true }
}

/**
 * Takes in a nudge of the bank payment provider. It proves nothing and says nothing but where to look, so
 * one for a payment that is not ours is as good as none.
 */
export async function handlePoliNudge(deps: Deps, token: string): Promise<{ received: true }> {
  const known = await findPaymentByReference(deps.db, 'POLI', token)
  const payment =
    known &&
    (await updatePayment(deps.db, known.payment_id, SETTLEABLE, {
      next_check_at: deps.now().toISOString(),
    }))
  if (payment) await soon(settleIfReachable(deps, payment))
  return { received: true }
}

/** Does not make the sender of a notice wait for all that follows from it. */
const soon = async (following: Promise<unknown>): Promise<void> => {
  await Promise.race([following, delay(NOTICE_PATIENCE_MS, undefined, { ref: false })])
}

/** Even an attempt that was given up may turn out to have been paid. */
const SETTLEABLE: readonly PaymentStatus[] = [...LIVE, 'FAILED', 'CANCELLED', 'EXPIRED']
