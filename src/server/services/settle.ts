import type { Transaction } from 'kysely'
import type { PaymentStatus } from '#lib/contract/shapes/codes.ts'
import { aucklandDay } from '#lib/domain/dates.ts'
import { move, type JourneyEvent } from '#lib/domain/journey-status.ts'
import { findCustomer } from '../db/customers.ts'
import type { Database } from '../db/database.ts'
import type { PaymentRow } from '../db/tables/payment.ts'
import type { PurchaseJourneyRow } from '../db/tables/purchase.ts'
import { FINAL, findPayment, isSettled, LIVE, updatePayment } from '../db/payments.ts'
import { lockJourney, updateJourney } from '../db/purchase-journeys.ts'
import { reviewOpenTransfers } from '../db/receipts.ts'
import type { Deps } from '../deps.ts'
import { logSecurity } from '../security-events.ts'
import { moveJourney } from './journey-moves.ts'
import { findDeal, referenceOf } from './journey-view.ts'
import { leftToPay } from './left-to-pay.ts'
import { paymentReceivedMail } from './mail/payment-mails.ts'
import { enqueueMail, transact } from './outbox.ts'
import { PAY_METHODS, type Truth } from './pay-methods.ts'
import { requestRefund } from './refunds.ts'
import { GIVE_UP_AFTER_MS } from './payment-checks.ts'
import { announce } from './webhooks.ts'

/** What the provider's truth makes of a payment. */
type Verdict =
  | { status: 'PAID'; providerPayment: string | null }
  | { status: 'NEEDS_REVIEW'; reason: string }
  | { status: 'PENDING' | 'EXPIRED' | 'FAILED' }
  /** `isOpen`: given up here, while the provider has no call to close the page. */
  | { status: 'CANCELLED'; isOpen?: boolean }

/**
 * Brings a payment to what its provider says. The only function that takes money as received; notices, the
 * return page, the check call and the sweeper all come here, in any order and any number of times.
 *
 * @param isCancelled A page that has closed without payment was closed because the buyer gave up.
 * @returns The payment as it is then; `null` for an unknown one.
 * @throws {ProviderUnavailable} If the provider cannot be asked. Nothing has changed then.
 */
export async function settlePayment(
  deps: Deps,
  paymentId: string,
  { isCancelled = false } = {},
): Promise<PaymentRow | null> {
  const payment = await findPayment(deps.db, paymentId)
  // A transfer has no provider: it is paid when staff say so.
  if (!payment || payment.method === null || FINAL.includes(payment.status)) return payment
  const verdict = await judge(deps, payment, isCancelled)
  if (verdict === 'wait') return payment
  if (verdict && verdict.status !== payment.status)
    await transact(deps, (trx) => carryOut(deps, trx, payment, verdict))
  else if (!LIVE.includes(payment.status))
    await updatePayment(deps.db, paymentId, ENDED, { next_check_at: null })
  return findPayment(deps.db, paymentId)
}

/**
 * What the provider says of a payment; `null` when that changes nothing, and `wait` when it has not said its last
 * word either.
 */
async function judge(
  deps: Deps,
  payment: PaymentRow,
  isCancelled: boolean,
): Promise<Verdict | 'wait' | null> {
  const closed = isCancelled ? 'CANCELLED' : 'EXPIRED'
  const { provider_reference, leased_until } = payment
  if (provider_reference === null) {
    // Nobody has been sent to a page, so nobody can have paid; unless one is being opened right now.
    const isBeingOpened = leased_until !== null && Date.parse(leased_until) > deps.now().getTime()
    if (!LIVE.includes(payment.status)) return null
    return isBeingOpened ? 'wait' : { status: closed }
  }
  const truth = await PAY_METHODS[payment.method!].look(deps, provider_reference)
  if (truth?.state === 'paid') {
    const reason = mismatch(payment, truth)
    return reason
      ? { status: 'NEEDS_REVIEW', reason }
      : { status: 'PAID', providerPayment: truth.providerPayment }
  }
  if (truth?.state === 'unsure')
    return { status: 'NEEDS_REVIEW', reason: 'the provider does not know whether money moved' }
  const ageMs = deps.now().getTime() - Date.parse(payment.created_at)
  const isOpen = truth?.state === 'open' || truth?.state === 'pending'
  // The provider's notice of a page that was closed at the buyer's word can be quicker than we are.
  if (isCancelled && payment.status === 'EXPIRED' && truth?.state === 'expired')
    return { status: 'CANCELLED' }
  // An attempt that has come to its end comes back only for money.
  if (!LIVE.includes(payment.status)) return isOpen && ageMs <= GIVE_UP_AFTER_MS ? 'wait' : null
  const ended = truth && ENDS[truth.state]
  if (ended) return { status: ended === 'EXPIRED' ? closed : ended }
  if (truth?.state === 'pending' && payment.status !== 'PENDING') return { status: 'PENDING' }
  if (ageMs > GIVE_UP_AFTER_MS)
    return { status: 'NEEDS_REVIEW', reason: 'the provider says nothing certain after three days' }
  return isCancelled && truth?.state === 'open' ? { status: 'CANCELLED', isOpen: true } : 'wait'
}

/** How an attempt can end without money. */
const ENDS: Partial<Record<Truth['state'], 'CANCELLED' | 'FAILED' | 'EXPIRED'>> = {
  cancelled: 'CANCELLED',
  failed: 'FAILED',
  expired: 'EXPIRED',
}

/** What the provider says differently from us, or `null`. */
function mismatch(payment: PaymentRow, truth: Truth): string | null {
  const compared: [what: string, ours: unknown, theirs: unknown][] = [
    ['amount', payment.amount_cents, truth.amountCents],
    ['currency', payment.currency, truth.currency],
    ['reference', payment.payment_id, truth.paymentId],
    ['journey', payment.purchase_journey_id, truth.purchaseJourneyId],
  ]
  const differing = compared.filter(([, ours, theirs]) => theirs !== undefined && ours !== theirs)
  return differing.length === 0
    ? null
    : differing.map(([what, ours, theirs]) => `${what} ${theirs} instead of ${ours}`).join(', ')
}

/** Attempts that have come to their end without money. */
const ENDED: readonly PaymentStatus[] = ['FAILED', 'CANCELLED', 'EXPIRED']

/** The statuses from which each verdict may move a payment: the compare-and-set that decides races. */
const FROM: Record<Verdict['status'], readonly PaymentStatus[]> = {
  PAID: [...LIVE, ...ENDED],
  NEEDS_REVIEW: [...LIVE, ...ENDED],
  PENDING: ['CREATED'],
  CANCELLED: [...LIVE, 'EXPIRED'],
  EXPIRED: LIVE,
  FAILED: LIVE,
}

async function carryOut(
  deps: Deps,
  trx: Transaction<Database>,
  payment: PaymentRow,
  verdict: Verdict,
): Promise<void> {
  const { payment_id, purchase_journey_id, type } = payment
  const updated_at = deps.now().toISOString()
  // The journey's lock keeps two payments of one journey from settling side by side.
  const journey = (await lockJourney(trx, purchase_journey_id))!
  const isUndecided = verdict.status === 'PENDING' || ('isOpen' in verdict && verdict.isOpen)
  const change = (set: Parameters<typeof updatePayment>[3]) =>
    updatePayment(trx, payment_id, FROM[verdict.status], {
      ...set,
      status: verdict.status,
      updated_at,
      ...(!isUndecided && { next_check_at: null }),
    })
  const review = async (reason: string) => {
    const changed = await updatePayment(trx, payment_id, FROM.NEEDS_REVIEW, {
      status: 'NEEDS_REVIEW',
      review_reason: reason,
      next_check_at: null,
      updated_at,
    })
    if (!changed) return
    logSecurity(deps, 'payment_needs_review', { paymentId: payment_id, reason })
    await updateJourney(trx, journey, {})
  }

  if (verdict.status === 'NEEDS_REVIEW') return review(verdict.reason)
  if (verdict.status !== 'PAID') {
    // What can be paid has changed, so the journey looks different now.
    if (await change({})) await updateJourney(trx, journey, {})
    return
  }
  const event: JourneyEvent = type === 'DEPOSIT' ? 'deposit-settled' : 'balance-settled'
  if (move(journey.status, event) === null)
    return review(`the purchase was ${journey.status} when the money came`)

  const isDuplicate = await isSettled(trx, purchase_journey_id, type)
  const paid = await change({
    provider_payment: verdict.providerPayment,
    duplicate: isDuplicate ? 1 : 0,
  })
  if (!paid) return
  if (isDuplicate) {
    logSecurity(deps, 'payment_duplicate', { paymentId: payment_id })
    await requestRefund(deps, trx, paid, 'DUPLICATE')
    return
  }
  await receive(deps, trx, paid, journey, event)
}

/** Money has come in: the journey moves on and the customer gets a receipt, in the same transaction. */
export async function receive(
  deps: Deps,
  trx: Transaction<Database>,
  payment: PaymentRow,
  journey: PurchaseJourneyRow,
  event: JourneyEvent,
): Promise<void> {
  const at = payment.updated_at
  // A transfer that has begun for the same is not wanted any more.
  if (payment.source !== 'MTF')
    await reviewOpenTransfers(trx, journey.purchase_journey_id, {
      type: payment.type,
      reason: 'it was paid another way before the whole of it came',
      at,
    })
  await moveJourney(trx, journey, event, { actor: 'system', at }, { last_activity_at: at })
  await announce(trx, {
    type: 'payment.settled',
    at,
    purchaseJourneyId: journey.purchase_journey_id,
    paymentId: payment.payment_id,
    paymentType: payment.type,
    status: 'PAID',
  })
  // What a lender pays is no payment of the customer's.
  if (payment.source === 'MTF') return
  const deal = await findDeal(trx, journey)
  const customer = (await findCustomer(trx, journey.customer_id))!
  await enqueueMail(
    deps,
    trx,
    paymentReceivedMail(deps, {
      to: customer.email,
      firstName: customer.name.firstName,
      reference: referenceOf(deps, journey),
      quote: deal.currentQuote,
      left: leftToPay(deal, aucklandDay(deps.now())),
      purchaseJourneyId: journey.purchase_journey_id,
      paymentType: payment.type,
      amountCents: payment.amount_cents,
      paidAt: at,
    }),
  )
}
