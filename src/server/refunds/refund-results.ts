import { refundMayMove, BY_DISPUTE } from '#lib/payments/refund-states.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { dueCents, findDeal } from '#server/journeys/deal.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { lockJourney, lockPayingJourney, updateJourney } from '#server/journeys/queries.ts'
import { referenceOf } from '#server/journeys/references.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { findPayment, updatePayment } from '#server/payments/queries.ts'
import type { DisputeRow, PaymentRow, RefundRow } from '#server/payments/tables.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import type { CardRefund } from '#server/providers/card/card-provider.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'
import {
  disputesOfPayment,
  findBlockingDispute,
  refundableCents,
  saveDispute,
} from './dispute-queries.ts'
import { refundFailedMail, refundSentMail } from './mails.ts'
import { findRefund, updateRefund } from './queries.ts'
import { refundFailedStaffMail } from './staff-mails.ts'

/** When to ask the provider again about an open result. Its webhook usually comes first. */
export const askAgainAt = ({ now }: Pick<Deps, 'now'>): string =>
  new Date(now().getTime() + HOUR_MS).toISOString()

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
export async function changeRefund(
  trx: Trx,
  { refund_id, round }: Pick<RefundRow, 'refund_id' | 'round'>,
  change: (locked: LockedRefund) => Promise<unknown> | null,
): Promise<void> {
  const locked = await lockRefund(trx, refund_id)
  if (locked?.refund.round === round) await change(locked)
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
export async function failRefund(
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
  // What the bank has taken meanwhile isn't sent again.
  const leftCents = await refundableCents(trx, payment)
  if (leftCents === 0) {
    const disputes = await disputesOfPayment(trx, payment.payment_id)
    const lost = disputes.find(({ status }) => status === 'LOST')!
    await closeRefundByDispute(deps, trx, refund.refund_id, lost)
    return
  }
  const failed = await updateRefund(trx, refund.refund_id, ['DUE', 'PENDING', 'DONE'], {
    // Nor what the bank has given back meanwhile: staff send that for its dispute.
    amount_cents: Math.min(refund.amount_cents, leftCents),
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
  await mailRefundResult(deps, trx, { ...locked, refund: failed }, refundFailedMail)
  await enqueueMail(
    deps,
    trx,
    refundFailedStaffMail(deps, {
      reference: referenceOf(deps, journey),
      purchaseJourneyId: journey.purchase_journey_id,
      amountCents: failed.amount_cents,
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
