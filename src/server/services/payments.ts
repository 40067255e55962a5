import { setTimeout as delay } from 'node:timers/promises'
import type { startStripePayment } from '#lib/contract/payments.ts'
import type { PaymentCheck, PaymentStatus, PaymentType } from '#lib/contract/shapes.ts'
import { outstandingCents, paymentFacts } from '#lib/domain/pay-options.ts'
import { sitePaths } from '#lib/site-paths.ts'
import type { z } from '#lib/zod.ts'
import { findCustomer } from '../db/customers.ts'
import type { PaymentRow } from '../db/database.ts'
import {
  findLivePayment,
  findPayment,
  findPaymentByReference,
  insertPayment,
  insertProviderEvent,
  leasePayment,
  LIVE,
  updatePayment,
} from '../db/payments.ts'
import { lockJourney } from '../db/purchase-journeys.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/actor.ts'
import { ApiProblem, conflict, fault, invalid, notFound } from '../http/api-problem.ts'
import {
  CardRefusal,
  CardUnavailable,
  SESSION_ID,
  type CardOrder,
} from '../providers/card/card-provider.ts'
import { visibleJourney } from './journey-access.ts'
import { findDeal, payFacts, type Deal } from './journey-view.ts'
import { firstCheckAt } from './payment-checks.ts'
import { settlePayment } from './settle.ts'

const MINUTE_MS = 60_000
/** The provider's page is open for half an hour, its shortest, and what the request needs to get there. */
const PAGE_LIFETIME_MS = 31 * MINUTE_MS
/** A page that closes sooner than this is not worth sending a buyer to. */
const PAGE_LEFT_MS = 5 * MINUTE_MS
/** Longer than a call to the provider may take. */
const LEASE_MS = 20_000
const POLL_MS = 50
/** A notice is answered within this, whatever the provider says to our own question. */
const NOTICE_PATIENCE_MS = 1_000

type Started = z.output<typeof startStripePayment.answer>

const unavailable = () =>
  new ApiProblem(
    503,
    'Unavailable',
    'The card provider cannot be reached at the moment. Nothing was paid. Please try again.',
  )

/**
 * Opens the card provider's page for what is due. An open page for the same amount is answered again, so
 * that there is one page however often it is asked for.
 *
 * @throws {ApiProblem} 404, 409 when nothing can be paid, 503 when the provider cannot be reached.
 */
export async function startPayment(
  deps: Deps,
  actor: Actor,
  { purchaseJourneyId, paymentType }: { purchaseJourneyId: string; paymentType: PaymentType },
): Promise<Started> {
  await visibleJourney(deps.db, actor, purchaseJourneyId)
  if (deps.card.name === 'none') throw unavailable()
  try {
    // A round without a page ends an attempt that is of no use; the next one begins another.
    for (let round = 0; round < 5; round++) {
      const { payment, deal } = await claimAttempt(deps, purchaseJourneyId, paymentType)
      const opened = await openPage(deps, payment, deal)
      const current = opened?.isNew ? opened.payment : await settlePayment(deps, payment.payment_id)
      if (!current || !LIVE.includes(current.status)) continue
      const leftMs = Date.parse(current.expires_at!) - deps.now().getTime()
      if (current.amount_cents === dueCents(deal, paymentType) && leftMs > PAGE_LEFT_MS)
        return startedAnswer(current)
      await closeAttempt(deps, current)
    }
  } catch (error) {
    if (!(error instanceof CardUnavailable)) throw error
    deps.log.warn({ err: error, purchaseJourneyId }, 'the card provider cannot be reached')
  }
  throw unavailable()
}

const dueCents = (deal: Deal, type: PaymentType): number => outstandingCents(type, payFacts(deal))

/** The one live attempt: a new one, or the one there is. The amount is what the journey says is due. */
async function claimAttempt(
  deps: Deps,
  purchaseJourneyId: string,
  type: PaymentType,
): Promise<{ payment: PaymentRow; deal: Deal }> {
  const now = deps.now()
  return deps.db.transaction().execute(async (trx) => {
    const journey = await lockJourney(trx, purchaseJourneyId)
    if (!journey) throw notFound()
    const deal = await findDeal(trx, journey)
    const facts = paymentFacts(payFacts(deal))
    if (!(type === 'DEPOSIT' ? facts.canPayDeposit : facts.canPayBalance))
      throw conflict(whyNot(deal, type))
    const live = await findLivePayment(trx, { purchaseJourneyId, type, method: 'STRIPE' })
    if (live) return { payment: live, deal }
    const payment = await insertPayment(trx, {
      payment_id: deps.newId(),
      purchase_journey_id: purchaseJourneyId,
      type,
      method: 'STRIPE',
      source: 'CREDITCARD',
      amount_cents: dueCents(deal, type),
      currency: 'nzd',
      provider_reference: null,
      provider_url: null,
      provider_payment: null,
      status: 'CREATED',
      duplicate: 0,
      review_reason: null,
      expires_at: new Date(now.getTime() + PAGE_LIFETIME_MS).toISOString(),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      next_check_at: firstCheckAt(deps),
      checks: 0,
      leased_until: null,
    })
    if (!payment) throw conflict('A payment is being started already.')
    return { payment, deal }
  })
}

/** Why nothing can be paid, in words. */
function whyNot(deal: Deal, type: PaymentType): string {
  const facts = payFacts(deal)
  const what = type === 'DEPOSIT' ? 'deposit' : 'balance'
  if (facts.pending.includes(type)) return `A payment of the ${what} is on its way already.`
  if (facts.status === 'STARTED') return 'Please confirm the purchase before you pay.'
  if (facts.status === 'NOCARAVAIL')
    return 'There is no car for this purchase yet. There is nothing to pay until we have found one.'
  if (facts.status !== 'CONFIRMED' && facts.status !== 'AGREEMENT')
    return 'This purchase is closed. There is nothing to pay.'
  if (type === 'BALANCE' && dueCents(deal, 'DEPOSIT') > 0) return 'Please pay the deposit first.'
  return dueCents(deal, type) === 0
    ? `The ${what} is paid, or none is due.`
    : `The ${what} cannot be paid on line now.`
}

/**
 * The attempt with its page at the provider. Of many requests at once one opens it; the others wait for it.
 *
 * @returns `null` when the attempt has come to its end meanwhile.
 * @throws {ApiProblem} 503 when the provider does not take the order.
 * @throws {CardUnavailable}
 */
async function openPage(
  deps: Deps,
  payment: PaymentRow,
  deal: Deal,
): Promise<{ payment: PaymentRow; isNew: boolean } | null> {
  const deadlineMs = performance.now() + LEASE_MS
  for (let current: PaymentRow | null = payment; current;) {
    if (!LIVE.includes(current.status)) return null
    if (current.provider_reference !== null) return { payment: current, isNew: false }
    const { payment_id } = current
    const nowMs = deps.now().getTime()
    const until = new Date(nowMs + LEASE_MS).toISOString()
    if (await leasePayment(deps.db, payment_id, new Date(nowMs).toISOString(), until))
      return createPage(deps, current, deal)
    if (performance.now() > deadlineMs) throw unavailable()
    await delay(POLL_MS)
    current = await findPayment(deps.db, payment_id)
  }
  return null
}

async function createPage(
  deps: Deps,
  payment: PaymentRow,
  deal: Deal,
): Promise<{ payment: PaymentRow; isNew: true } | null> {
  const { payment_id } = payment
  const updated_at = deps.now().toISOString()
  try {
    const session = await deps.card.createSession(await orderFor(deps, payment, deal))
    const opened = await updatePayment(deps.db, payment_id, LIVE, {
      provider_reference: session.sessionId,
      provider_url: session.url,
      leased_until: null,
      updated_at,
    })
    if (opened) return { payment: opened, isNew: true }
    // Given up meanwhile: nobody has seen the page, and nobody shall pay on it.
    await deps.card.expireSession(session.sessionId)
    return null
  } catch (error) {
    if (!(error instanceof CardRefusal)) {
      // Perhaps it was opened. The next request asks with the same key, and gets the same page.
      await updatePayment(deps.db, payment_id, LIVE, { leased_until: null, updated_at })
      throw error
    }
    deps.log.error({ err: error, paymentId: payment_id }, 'the card provider refused an order')
    await updatePayment(deps.db, payment_id, LIVE, {
      status: 'FAILED',
      next_check_at: null,
      leased_until: null,
      updated_at,
    })
    throw unavailable()
  }
}

const WHAT: Record<PaymentType, string> = { DEPOSIT: 'Deposit', BALANCE: 'Balance' }

async function orderFor(
  deps: Deps,
  payment: PaymentRow,
  { journey, currentQuote }: Deal,
): Promise<CardOrder> {
  const customer = await findCustomer(deps.db, journey.customer_id)
  const returnAddress = `${deps.settings.siteUrl}/api/stripe/return`
  return {
    paymentId: payment.payment_id,
    purchaseJourneyId: payment.purchase_journey_id,
    paymentType: payment.type,
    amountCents: payment.amount_cents,
    description: `${WHAT[payment.type]} – ${currentQuote.vehicle.variantName}`,
    customerEmail: customer!.email,
    expiresAt: new Date(payment.expires_at!),
    returnUrl: `${returnAddress}?session_id=${SESSION_ID}`,
    cancelUrl: `${returnAddress}?paymentId=${payment.payment_id}&cancelled=1`,
  }
}

const startedAnswer = (payment: PaymentRow): Started => ({
  paymentId: payment.payment_id,
  sessionId: payment.provider_reference!,
  redirectUrl: payment.provider_url!,
  amountCents: payment.amount_cents,
  currency: 'nzd',
  expiresAt: payment.expires_at!,
})

/**
 * Ends an attempt that is not wanted any more: its page is closed at the provider, then the truth is asked.
 *
 * @returns The payment as it is then: paid after all, when the buyer was faster.
 */
async function closeAttempt(deps: Deps, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.provider_reference !== null) await deps.card.expireSession(payment.provider_reference)
  return (await settlePayment(deps, payment.payment_id, { isCancelled: true }))!
}

/** What a person reads of a payment's status. */
const MESSAGES: Record<PaymentStatus, string> = {
  CREATED: 'The payment has not been made yet.',
  PENDING: 'The payment is on its way. We will tell you when it has arrived.',
  PAID: 'Thank you. We have received your payment.',
  FAILED: 'The payment did not go through. No money was taken.',
  CANCELLED: 'The payment was cancelled. No money was taken.',
  EXPIRED: 'The payment page has closed. No money was taken.',
  NEEDS_REVIEW:
    'We have to look at this payment ourselves. We will call you; please do not pay again.',
  REFUNDED: 'The payment has been refunded.',
}

/**
 * The truth about a card payment, for whoever knows the provider's session.
 *
 * @throws {ApiProblem} 404 for a session that is not ours.
 */
export async function checkCardPayment(deps: Deps, sessionId: string): Promise<PaymentCheck> {
  const known = await findPaymentByReference(deps.db, 'STRIPE', sessionId)
  if (!known) throw notFound()
  const payment = await settleIfReachable(deps, known)
  return {
    paymentId: payment.payment_id,
    purchaseJourneyId: payment.purchase_journey_id,
    paymentType: payment.type,
    statusCode: payment.status,
    message: MESSAGES[payment.status],
  }
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
    if (!(error instanceof CardUnavailable)) throw error
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
  if (!session_id && !paymentId) throw invalid([fault('session_id', 'is required')])
  const known = session_id
    ? await findPaymentByReference(deps.db, 'STRIPE', session_id)
    : await findPayment(deps.db, paymentId!)
  if (known?.method !== 'STRIPE') throw notFound()

  const payment =
    cancelled && LIVE.includes(known.status)
      ? await ifReachable(deps, known, () => closeAttempt(deps, known))
      : await settleIfReachable(deps, known)
  const { origin, pathname } = new URL(deps.settings.siteUrl)
  const step = sitePaths(pathname).purchase(payment.purchase_journey_id, 'payment')
  return { location: `${origin}${step}?statusCode=${payment.status}` }
}

/**
 * Takes in a notice of the card provider. It only says where to look: the payment is made due for the
 * sweeper in the same transaction, and looked at right away.
 *
 * @throws {ApiProblem} 400 when the signature is not the provider's.
 */
export async function receiveCardNotice(
  deps: Deps,
  body: Uint8Array,
  signature: string | undefined,
): Promise<{ received: true }> {
  const notice = await deps.card.readNotice(body, signature)
  if (!notice) throw invalid([fault('stripe-signature', 'is not valid')])
  const now = deps.now().toISOString()
  const payment = await deps.db.transaction().execute(async (trx) => {
    const isNew = await insertProviderEvent(trx, {
      event_id: notice.eventId,
      provider: deps.card.name,
      type: notice.type,
      received_at: now,
    })
    if (!isNew || notice.sessionId === null) return null
    const found = await findPaymentByReference(trx, 'STRIPE', notice.sessionId)
    return found && updatePayment(trx, found.payment_id, SETTLEABLE, { next_check_at: now })
  })
  if (payment)
    await Promise.race([
      settleIfReachable(deps, payment),
      delay(NOTICE_PATIENCE_MS, undefined, { ref: false }),
    ])
  return { received: true }
}

/** Even an attempt that was given up may turn out to have been paid. */
const SETTLEABLE: readonly PaymentStatus[] = [...LIVE, 'FAILED', 'CANCELLED', 'EXPIRED']
