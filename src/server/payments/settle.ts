import type { JourneyStatus, PaymentStatus } from '#lib/codes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import type { JourneyEvent } from '#lib/purchases/journey-status.ts'
import { isBeyondProvider, mayMove, type ProviderState } from '#lib/payments/provider-states.ts'
import type { Trx } from '#server/database.ts'
import type { PaymentRow } from './tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { findPayment, LIVE, updatePayment } from './queries.ts'
import { lockJourney, updateJourney } from '#server/journeys/queries.ts'
import type { Deps } from '#server/deps.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import { deadlineAfterPending, NO_DEADLINE } from './deposit-deadline.ts'
import { transitionJourney } from '#server/journeys/transitions.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { dueCents, findDeal, owedToKeep, takesMoney } from '#server/journeys/deal.ts'
import { amountDue } from '#server/journeys/amount-due.ts'
import { paymentReceivedMail } from './mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { PAY_METHODS, type ProviderPayment } from './providers.ts'
import { reviewCoveredTransfers, startReview } from './review.ts'
import { requestRefund } from '#server/refunds/refunds.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'

/** After this, staff review a payment without a result; the provider is asked for as long again after their decision. */
const GIVE_UP_AFTER_MS = 72 * HOUR_MS

/** The change that a provider's answer makes to a payment. */
type PaymentOutcome =
  | { status: 'PAID'; providerPayment: string | null }
  | {
      status: 'NEEDS_REVIEW'
      reason: string
      taken?: Pick<ProviderPayment, 'providerPayment' | 'amountCents'>
    }
  | { status: 'PENDING' | 'EXPIRED' | 'FAILED' }
  /** `isOpen`: cancelled here, while the provider has no call to close the page. */
  | { status: 'CANCELLED'; isOpen?: boolean }

/**
 * Applies the provider's result to a payment. Only this function takes money as received; webhooks, the return
 * page, the check call and the sweeper all call it, in any order and any number of times.
 *
 * @param isCancelled The buyer gave up: a page that closed without payment counts as cancelled.
 * @returns The payment afterwards; `null` for an unknown one.
 * @throws {ProviderUnavailable} If the provider cannot be asked. Nothing has changed then.
 */
export async function settlePayment(
  deps: Deps,
  paymentId: string,
  { isCancelled = false } = {},
): Promise<PaymentRow | null> {
  const payment = await findPayment(deps.db, paymentId)
  // A transfer has no provider: it is paid when staff say so.
  if (!payment || payment.method === null || isBeyondProvider(payment)) return payment
  const outcome = await fetchOutcome(deps, payment, isCancelled)
  if (outcome === 'wait') return payment
  if (outcome && outcome.status !== payment.status)
    await transact(deps, (trx) => applyOutcome(deps, trx, payment, outcome))
  else if (!LIVE.includes(payment.status))
    await updatePayment(deps.db, paymentId, ENDED, { next_check_at: null })
  return findPayment(deps.db, paymentId)
}

/**
 * Asks the provider for the outcome of a payment; `null` when nothing changes, and `wait` when the result is still
 * open.
 */
async function fetchOutcome(
  deps: Deps,
  payment: PaymentRow,
  isCancelled: boolean,
): Promise<PaymentOutcome | 'wait' | null> {
  const closed = isCancelled ? 'CANCELLED' : 'EXPIRED'
  const { provider_reference, leased_until } = payment
  if (provider_reference === null) {
    // Without a page there is no payment, unless one is being opened right now.
    const isBeingOpened = leased_until !== null && Date.parse(leased_until) > deps.now().getTime()
    if (!LIVE.includes(payment.status)) return null
    return isBeingOpened ? 'wait' : { status: closed }
  }
  const answer = await PAY_METHODS[payment.method!].fetchStatus(deps, provider_reference)
  const ageMs = deps.now().getTime() - Date.parse(payment.created_at)
  if (answer && !mayMove(payment, answer.state)) {
    // The webhook for a late payment may be lost.
    const isOpen = ['open', 'pending', 'unsure'].includes(answer.state)
    const sinceMs = Date.parse(payment.decided_at ?? payment.created_at)
    return isOpen && deps.now().getTime() - sinceMs <= GIVE_UP_AFTER_MS ? 'wait' : null
  }
  if (answer?.state === 'paid') {
    const reason = mismatch(payment, answer)
    return reason
      ? { status: 'NEEDS_REVIEW', reason, taken: answer }
      : { status: 'PAID', providerPayment: answer.providerPayment }
  }
  if (answer?.state === 'unsure')
    return {
      status: 'NEEDS_REVIEW',
      reason: 'the provider can’t say whether money was taken',
      taken: answer,
    }
  // The webhook about a page that the buyer closed can be quicker than we are.
  if (isCancelled && payment.status === 'EXPIRED' && answer?.state === 'expired')
    return { status: 'CANCELLED' }
  if (!LIVE.includes(payment.status)) return null
  const ended = answer && ENDS[answer.state]
  if (ended) return { status: ended === 'EXPIRED' ? closed : ended }
  if (answer?.state === 'pending' && payment.status !== 'PENDING') return { status: 'PENDING' }
  if (ageMs > GIVE_UP_AFTER_MS)
    return {
      status: 'NEEDS_REVIEW',
      reason: 'the provider hasn’t confirmed a result after three days',
    }
  return isCancelled && answer?.state === 'open' ? { status: 'CANCELLED', isOpen: true } : 'wait'
}

/** How an attempt can end without money. */
const ENDS: Partial<Record<ProviderState, 'CANCELLED' | 'FAILED' | 'EXPIRED'>> = {
  cancelled: 'CANCELLED',
  failed: 'FAILED',
  expired: 'EXPIRED',
}

/** The differences between the provider's payment and ours, or `null`. */
function mismatch(payment: PaymentRow, answer: ProviderPayment): string | null {
  const compared: [what: string, ours: unknown, theirs: unknown][] = [
    ['amount', payment.amount_cents, answer.amountCents],
    ['currency', payment.currency, answer.currency],
    ['reference', payment.payment_id, answer.paymentId],
    ['journey', payment.purchase_journey_id, answer.purchaseJourneyId],
  ]
  const differing = compared.filter(([, ours, theirs]) => theirs !== undefined && ours !== theirs)
  return differing.length === 0
    ? null
    : differing.map(([what, ours, theirs]) => `${what} ${theirs} instead of ${ours}`).join(', ')
}

/** Attempts that ended without money. */
const ENDED: readonly PaymentStatus[] = ['FAILED', 'CANCELLED', 'EXPIRED']

/** The statuses from which each outcome may move a payment: the compare-and-set that decides races. */
const FROM: Record<PaymentOutcome['status'], readonly PaymentStatus[]> = {
  PAID: [...LIVE, ...ENDED],
  NEEDS_REVIEW: [...LIVE, ...ENDED],
  PENDING: ['CREATED'],
  CANCELLED: [...LIVE, 'EXPIRED'],
  EXPIRED: LIVE,
  FAILED: LIVE,
}

/** How a purchase was when money arrived that it could not take, for staff. */
const PURCHASE_STATES: Record<JourneyStatus, string> = {
  STARTED: 'the purchase hadn’t been confirmed yet',
  NOCARAVAIL: 'we were still looking for a car for the purchase',
  CONFIRMED: 'the purchase was confirmed',
  AGREEMENT: 'the sale agreement had been accepted',
  COMPLETE: 'the purchase was already complete',
  CANCELLED: 'the purchase had already been cancelled',
  EXPIRED: 'the purchase had already expired',
}

async function applyOutcome(
  deps: Deps,
  trx: Trx,
  payment: PaymentRow,
  outcome: PaymentOutcome,
): Promise<void> {
  const { payment_id, purchase_journey_id, type } = payment
  const updated_at = deps.now().toISOString()
  // The journey's lock keeps two payments of one journey from settling side by side.
  const journey = (await lockJourney(trx, purchase_journey_id))!
  const { decided_at, review_reason } = (await findPayment(trx, payment_id))!
  // Staff have decided while the provider was asked: the sweeper asks it again.
  if (decided_at !== payment.decided_at) return
  // A pending payment was last changed when its money was sent.
  const deadline =
    payment.status === 'PENDING' ? deadlineAfterPending(deps, journey, payment.updated_at) : {}
  const isUndecided = outcome.status === 'PENDING' || ('isOpen' in outcome && outcome.isOpen)
  const change = (set: Parameters<typeof updatePayment>[3]) =>
    updatePayment(trx, payment_id, FROM[outcome.status], {
      ...set,
      status: outcome.status,
      updated_at,
      ...(!isUndecided && { next_check_at: null }),
    })
  const review = async (
    reason: string,
    taken?: Partial<Pick<ProviderPayment, 'providerPayment' | 'amountCents'>>,
  ) => {
    // Staff have reviewed this already.
    if (decided_at !== null && reason === review_reason) {
      await updatePayment(trx, payment_id, ENDED, { next_check_at: null })
      return
    }
    const changed = await updatePayment(trx, payment_id, FROM.NEEDS_REVIEW, {
      status: 'NEEDS_REVIEW',
      review_reason: reason,
      // A refund needs it, whatever does not match.
      provider_payment: taken?.providerPayment ?? payment.provider_payment,
      ...(taken?.amountCents !== undefined &&
        taken.amountCents !== payment.amount_cents && { received_cents: taken.amountCents }),
      next_check_at: null,
      decided_at: null,
      updated_at,
    })
    if (!changed) return
    await startReview(deps, trx, journey, changed)
    await updateJourney(trx, journey, deadline)
  }

  if (outcome.status === 'NEEDS_REVIEW') return review(outcome.reason, outcome.taken)
  if (outcome.status !== 'PAID') {
    // The amounts that can be paid have changed, so the journey gets a new version.
    if (await change({})) await updateJourney(trx, journey, deadline)
    return
  }
  const event: JourneyEvent = type === 'DEPOSIT' ? 'deposit-settled' : 'balance-settled'
  const deal = await findDeal(trx, journey)
  if (!takesMoney(deal))
    return review(`${PURCHASE_STATES[journey.status]} when the money arrived`, outcome)

  const leftCents = dueCents(deal, type)
  const isDuplicate = leftCents === 0
  // Less than is due counts: the rest stays due.
  if (!isDuplicate && leftCents < payment.amount_cents)
    return review('more than was due when it arrived', outcome)
  if (!isDuplicate && type === 'BALANCE' && dueCents(deal, 'DEPOSIT') > 0)
    return review('the deposit hasn’t been paid yet', outcome)
  const paid = await change({
    provider_payment: outcome.providerPayment,
    duplicate: isDuplicate ? 1 : 0,
  })
  if (!paid) return
  if (isDuplicate) {
    logSecurity(deps, 'payment_duplicate', { paymentId: payment_id })
    await requestRefund(deps, trx, paid, 'DUPLICATE')
    return
  }
  await acceptPayment(deps, trx, paid, journey, event)
}

/** Accepts a paid payment: the journey moves on and the customer gets a receipt, in the same transaction. */
export async function acceptPayment(
  deps: Deps,
  trx: Trx,
  payment: PaymentRow,
  journey: PurchaseJourneyRow,
  event: JourneyEvent,
  actor = 'system',
): Promise<void> {
  const at = payment.updated_at
  const deal = await findDeal(trx, journey)
  // A part that came by transfer for the same payment is no longer needed.
  await reviewCoveredTransfers(
    deps,
    trx,
    deal,
    'it was paid another way before the full amount arrived',
  )
  await transitionJourney(
    trx,
    journey,
    event,
    { actor, at },
    { last_activity_at: at, ...(owedToKeep(deal) === null && NO_DEADLINE) },
  )
  await enqueueWebhook(trx, {
    type: 'payment.settled',
    at,
    purchaseJourneyId: journey.purchase_journey_id,
    paymentId: payment.payment_id,
    paymentType: payment.type,
    status: 'PAID',
  })
  // A lender's payment is not the customer's.
  if (payment.source === 'MTF') return
  await enqueueMail(
    deps,
    trx,
    paymentReceivedMail(deps, await findPurchaseMail(deps, trx, journey), {
      left: amountDue(await findDeal(trx, journey), aucklandDay(deps.now())),
      paymentType: payment.type,
      amountCents: payment.amount_cents,
      paidAt: at,
    }),
  )
}
