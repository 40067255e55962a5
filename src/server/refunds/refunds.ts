import { BY_DISPUTE, refundMayMove, type RefundReason } from '#lib/payments/refund-states.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { Trx } from '#server/database.ts'
import { findBlockingDispute, saveDispute } from './dispute-queries.ts'
import type { DisputeRow, PaymentRow, RefundRow } from '#server/payments/tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { findPayment, updatePayment } from '#server/payments/queries.ts'
import { scheduleProviderCheck } from '#server/payments/provider-check-queries.ts'
import { lockJourney, lockPayingJourney, updateJourney } from '#server/journeys/queries.ts'
import { claimRefund, listDueRefunds, findRefund, insertRefund, updateRefund } from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderRefusal, ProviderUnavailable } from '#server/providers/ask.ts'
import type { CardRefund } from '#server/providers/card/card-provider.ts'
import { dueCents, findDeal } from '#server/journeys/deal.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { referenceOf } from '#server/journeys/references.ts'
import { refundFailedMail, refundSentMail } from './mails.ts'
import { refundFailedStaffMail } from './staff-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

const MAX_PAUSE_MS = 60 * MINUTE_MS
const BATCH = 20

/** When to ask the provider again about an open result. Its webhook usually comes first. */
export const askAgainAt = ({ now }: Pick<Deps, 'now'>): string =>
  new Date(now().getTime() + MAX_PAUSE_MS).toISOString()

/**
 * Requests the refund of a payment, in the transaction that stops counting it. The provider refunds it if it can,
 * otherwise staff do. Idempotent.
 */
export function requestRefund(
  deps: Deps,
  trx: Trx,
  payment: PaymentRow,
  reason: RefundReason,
): Promise<void> {
  const now = deps.now().toISOString()
  const isByProvider = canProviderRefund(payment)
  return insertRefund(trx, {
    refund_id: deps.newId(),
    payment_id: payment.payment_id,
    amount_cents: payment.amount_cents,
    reason,
    status: isByProvider ? 'DUE' : 'BY_HAND',
    reference: null,
    failure: null,
    created_at: now,
    done_at: null,
    done_by: null,
    attempts: 0,
    next_attempt_at: isByProvider ? now : null,
  })
}

/** Whether the provider can refund a payment: banks and lenders have no call for it. */
export const canProviderRefund = ({
  method,
  provider_payment,
}: Pick<PaymentRow, 'method' | 'provider_payment'>): boolean =>
  method === 'STRIPE' && provider_payment !== null

/** The provider's key for the order of a refund: each repetition is another order. */
const refundKey = ({ refund_id, round }: Pick<RefundRow, 'refund_id' | 'round'>): string =>
  `${refund_id}:${round}`

/** Reads a {@link refundKey}. */
export function parseRefundKey(key: string): Pick<RefundRow, 'refund_id' | 'round'> {
  const at = key.lastIndexOf(':')
  return { refund_id: key.slice(0, at), round: Number(key.slice(at + 1)) }
}

/** Completes a refund because the bank has returned the money already. */
export const closeRefundByDispute = (
  deps: Deps,
  trx: Trx,
  refundId: string,
  { dispute_id }: Pick<DisputeRow, 'dispute_id'>,
): Promise<RefundRow | null> =>
  updateRefund(trx, refundId, ['DUE', 'PENDING', 'BY_HAND', 'DONE'], {
    status: 'DONE',
    reference: dispute_id,
    failure: null,
    done_at: deps.now().toISOString(),
    done_by: BY_DISPUTE,
    next_attempt_at: null,
  })

/** Orders the refunds that are due from the provider, once. Several processes may do so at the same time. */
export async function sendRefunds(deps: Deps): Promise<void> {
  const nowMs = deps.now().getTime()
  for (const refund of await listDueRefunds(deps.db, new Date(nowMs).toISOString(), BATCH)) {
    const pauseMs = Math.min(MAX_PAUSE_MS, MINUTE_MS * 2 ** Math.min(refund.attempts, 10))
    if (!(await claimRefund(deps.db, refund, new Date(nowMs + pauseMs).toISOString()))) continue
    const payment = (await findPayment(deps.db, refund.payment_id))!
    // The bank decides first: a refund now might return the money twice.
    if ((await findBlockingDispute(deps.db, payment))?.status === 'OPEN') continue
    try {
      const answer = await deps.card.refund({
        key: refundKey(refund),
        providerPayment: payment.provider_payment!,
        amountCents: refund.amount_cents,
      })
      await transact(deps, async (trx) => {
        await applyRefund(deps, trx, refund, answer)
        if (answer.state === 'pending')
          await scheduleProviderCheck(trx, 'refund', answer.reference, askAgainAt(deps))
      })
    } catch (error) {
      if (error instanceof ProviderRefusal) {
        deps.log.error({ err: error, refundId: refund.refund_id }, 'a refund was refused')
        await transact(deps, (trx) =>
          changeRefund(trx, refund, (now) =>
            now.refund.status === 'DUE' ? failRefund(deps, trx, now, error.message) : null,
          ),
        )
      } else if (error instanceof ProviderUnavailable)
        deps.log.warn({ err: error, refundId: refund.refund_id }, 'a refund has to wait')
      else throw error
    }
  }
}

/** A refund with its payment, under the lock of its purchase. */
interface LockedRefund {
  refund: RefundRow
  payment: PaymentRow
  journey: PurchaseJourneyRow
}

/** Locks the purchase of a refund and reads the refund; `null` for an unknown one. */
export async function lockRefund(trx: Trx, refundId: string): Promise<LockedRefund | null> {
  const known = await findRefund(trx, refundId)
  if (!known) return null
  const { purchase_journey_id } = (await findPayment(trx, known.payment_id))!
  const journey = (await lockJourney(trx, purchase_journey_id))!
  return {
    journey,
    refund: (await findRefund(trx, refundId))!,
    payment: (await findPayment(trx, known.payment_id))!,
  }
}

/** Changes a locked refund, unless staff have repeated it since. */
async function changeRefund(
  trx: Trx,
  { refund_id, round }: Pick<RefundRow, 'refund_id' | 'round'>,
  change: (locked: LockedRefund) => Promise<unknown> | null,
): Promise<void> {
  const locked = await lockRefund(trx, refund_id)
  if (locked?.refund.round === round) await change(locked)
}

/** Applies the provider's result to a refund, in any order and any number of times. */
export const applyRefund = (
  deps: Deps,
  trx: Trx,
  of: Pick<RefundRow, 'refund_id' | 'round'>,
  answer: CardRefund,
): Promise<void> =>
  changeRefund(trx, of, (locked) => {
    const { refund } = locked
    if (!refundMayMove(refund.status, answer.state)) return null
    // Staff, or a bank, have returned the money: the provider's result no longer counts.
    if (refund.status === 'DONE' && refund.done_by !== 'system') return null
    if (answer.state === 'failed')
      return failRefund(deps, trx, locked, answer.failure ?? 'the provider gives no reason')
    if (answer.amountCents !== refund.amount_cents)
      return failRefund(
        deps,
        trx,
        locked,
        `the provider has refunded ${formatMoney(answer.amountCents)} instead of ${formatMoney(refund.amount_cents)}`,
      )
    if (answer.state === 'pending')
      return updateRefund(trx, refund.refund_id, ['DUE'], {
        status: 'PENDING',
        provider_refund: answer.reference,
        next_attempt_at: null,
      })
    return finishRefund(deps, trx, locked, {
      reference: answer.reference,
      provider_refund: answer.reference,
      done_by: 'system',
    })
  })

/** Completes a refund: marks the payment as refunded and mails the customer, in one transaction. */
export async function finishRefund(
  deps: Deps,
  trx: Trx,
  { refund, payment, journey }: LockedRefund,
  set: Pick<RefundRow, 'reference' | 'done_by'> & { provider_refund?: string },
): Promise<RefundRow | null> {
  const at = deps.now().toISOString()
  const done = await updateRefund(trx, refund.refund_id, ['DUE', 'PENDING', 'BY_HAND'], {
    ...set,
    status: 'DONE',
    done_at: at,
    failure: null,
    next_attempt_at: null,
  })
  if (!done) return null
  await updatePayment(trx, payment.payment_id, ['PAID'], { status: 'REFUNDED', updated_at: at })
  await updateJourney(trx, journey, {})
  await announceRefund(trx, 'payment.refunded', payment, at)
  await mailRefundResult(deps, trx, { refund, payment, journey }, refundSentMail)
  return done
}

/** Fails a refund that the provider, or a bank, did not take: staff send it another way, and the customer gets a mail. */
async function failRefund(
  deps: Deps,
  trx: Trx,
  locked: LockedRefund,
  reason: string,
): Promise<void> {
  const { refund, payment, journey } = locked
  const at = deps.now().toISOString()
  const dispute = await findBlockingDispute(trx, payment)
  if (dispute?.status === 'LOST') {
    await closeRefundByDispute(deps, trx, refund.refund_id, dispute)
    await updatePayment(trx, payment.payment_id, ['PAID', 'REFUNDED'], {
      status: 'CHARGED_BACK',
      updated_at: at,
    })
    // The money has been returned exactly once.
    await saveDispute(trx, { ...dispute, is_waiting: 0 })
    return
  }
  const isDisputed = dispute !== undefined
  const failed = await updateRefund(trx, refund.refund_id, ['DUE', 'PENDING', 'DONE'], {
    // While a bank decides, the amount to refund is unknown: the refund is ordered again afterwards.
    status: isDisputed ? 'DUE' : 'BY_HAND',
    failure: isDisputed ? null : reason.slice(0, 300),
    next_attempt_at: isDisputed ? askAgainAt(deps) : null,
    round: isDisputed ? refund.round + 1 : refund.round,
    reference: null,
    done_at: null,
    done_by: null,
  })
  if (!failed) return
  if (payment.status === 'REFUNDED')
    await updatePayment(trx, payment.payment_id, ['REFUNDED'], {
      status: 'PAID',
      duplicate: (await isCovered(trx, await lockPayingJourney(trx, journey), payment))
        ? 1
        : payment.duplicate,
      updated_at: at,
    })
  await updateJourney(trx, journey, {})
  if (isDisputed) return
  await announceRefund(trx, 'payment.refund-failed', payment, at)
  await mailRefundResult(deps, trx, locked, refundFailedMail)
  await enqueueMail(
    deps,
    trx,
    refundFailedStaffMail(deps, {
      reference: referenceOf(deps, journey),
      purchaseJourneyId: journey.purchase_journey_id,
      amountCents: refund.amount_cents,
      reason,
    }),
  )
}

/**
 * Whether a payment that comes back is more than is due now: others may count in its place.
 *
 * @param journey The one it counts for.
 */
export const isCovered = async (
  trx: Trx,
  journey: PurchaseJourneyRow,
  { type, amount_cents }: PaymentRow,
): Promise<boolean> => dueCents(await findDeal(trx, journey), type) < amount_cents

/** Sends the webhook about the result of a refund. */
const announceRefund = (
  trx: Trx,
  type: 'payment.refunded' | 'payment.refund-failed',
  payment: PaymentRow,
  at: string,
) =>
  enqueueWebhook(trx, {
    type,
    at,
    purchaseJourneyId: payment.purchase_journey_id,
    paymentId: payment.payment_id,
    paymentType: payment.type,
    status: type === 'payment.refunded' ? 'REFUNDED' : 'PAID',
  })

async function mailRefundResult(
  deps: Deps,
  trx: Trx,
  { refund, payment, journey }: LockedRefund,
  write: typeof refundSentMail,
): Promise<void> {
  // A refund to a lender is between the lender and us.
  if (payment.source === 'MTF') return
  const purchase = await findPurchaseMail(deps, trx, journey)
  await enqueueMail(deps, trx, write(deps, purchase, refund.amount_cents))
}
