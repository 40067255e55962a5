import type { settleDispute as settleCall } from '#lib/payments/calls.ts'
import type { Dispute } from '#lib/payments/shapes.ts'
import { BY_DISPUTE } from '#lib/payments/refund-states.ts'
import { endedWithoutCar } from '#lib/purchases/journey-status.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Trx } from '#server/database.ts'
import {
  disputesOf,
  findDispute,
  refundableCents,
  reopenLost,
  saveDispute,
  updateWaitingDispute,
} from './dispute-queries.ts'
import {
  findPayment,
  findPaymentByProviderPayment,
  updatePayment,
} from '#server/payments/queries.ts'
import { lockJourney, lockPayingJourney, updateJourney } from '#server/journeys/queries.ts'
import { findRefundOfPayment, updateRefund } from './queries.ts'
import type { DisputeRow, PaymentRow } from '#server/payments/tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import type { CardDispute } from '#server/providers/card/card-provider.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import { fitTransfers } from '#server/payments/transfer-parts.ts'
import { referenceOf } from '#server/journeys/references.ts'
import { disputeStaffMail } from './staff-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { closeRefundByDispute, isCovered } from './refund-results.ts'
import { requestRefund } from './refunds.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'

/** The payment that a dispute is about; `null` for an unknown one. */
export const disputedPayment = async (
  db: Parameters<typeof findPayment>[0],
  { paymentId, providerPayment }: CardDispute,
): Promise<PaymentRow | null> =>
  (paymentId !== null && (await findPayment(db, paymentId))) ||
  (providerPayment === null ? null : findPaymentByProviderPayment(db, providerPayment))

/**
 * Applies the provider's state of a dispute, in the transaction that ends the check. While it is open the car is not
 * handed over; when it is won the purchase goes on; when it is lost the payment no longer counts and is owed again.
 */
export async function applyDispute(deps: Deps, trx: Trx, reported: CardDispute): Promise<void> {
  const known = await disputedPayment(trx, reported)
  const journey = known && (await lockJourney(trx, known.purchase_journey_id))
  const before = await findDispute(trx, reported.disputeId)
  const isNews = before?.status !== reported.status
  const row: DisputeRow = {
    dispute_id: reported.disputeId,
    payment_id: known?.payment_id ?? null,
    amount_cents: reported.amountCents,
    currency: reported.currency,
    reason: reported.reason.replaceAll('_', ' '),
    status: reported.status,
    provider_status: reported.providerStatus,
    respond_by: reported.respondBy,
    opened_at: reported.openedAt,
    closed_at:
      reported.status === 'OPEN' ? null : isNews ? deps.now().toISOString() : before.closed_at,
    is_waiting: isNews ? (reported.status === 'WON' ? 0 : 1) : before.is_waiting,
    // Staff settle a dispute again when the bank changes its decision.
    dealt_at: isNews ? null : before.dealt_at,
    dealt_by: isNews ? null : before.dealt_by,
    dealt_note: isNews ? null : before.dealt_note,
  }
  if (!journey) {
    await saveDispute(trx, { ...row, is_waiting: 0 })
    deps.log.error(
      { disputeId: reported.disputeId },
      'a dispute is about a payment that is not known',
    )
    return
  }
  if (!isNews) return saveDispute(trx, row)

  const payment = (await findPayment(trx, known.payment_id))!
  await saveDispute(trx, row)
  if (reported.status === 'LOST') await applyLoss(deps, trx, payment, row)
  const paid = await lockPayingJourney(trx, journey)
  if (reported.status === 'WON') await applyWin(deps, trx, payment, paid, row)
  await updateJourney(trx, paid, {})
  logSecurity(deps, 'payment_disputed', { paymentId: payment.payment_id, reason: reported.status })
  await enqueueWebhook(trx, {
    type: 'payment.disputed',
    at: deps.now().toISOString(),
    purchaseJourneyId: journey.purchase_journey_id,
    paymentId: payment.payment_id,
    paymentType: payment.type,
    status: reported.status,
  })
  await enqueueMail(
    deps,
    trx,
    disputeStaffMail(deps, {
      status: reported.status,
      reference: referenceOf(deps, journey),
      purchaseJourneyId: journey.purchase_journey_id,
      amountCents: reported.amountCents,
      reason: row.reason,
      respondBy: reported.respondBy,
    }),
  )
}

/** The bank has taken the money: a refund is complete, and a payment is owed again. */
async function applyLoss(
  deps: Deps,
  trx: Trx,
  payment: PaymentRow,
  dispute: DisputeRow,
): Promise<void> {
  const refund = await findRefundOfPayment(trx, payment.payment_id)
  const leftCents = await refundableCents(trx, payment)
  // A loss of part of the amount is for staff to settle; a refund sends only the rest. Parts may add up to the whole.
  if (dispute.amount_cents < payment.amount_cents && (refund || leftCents > 0)) {
    if (!refund || refund.status === 'DONE') return
    if (leftCents === 0) await closeRefundByDispute(deps, trx, refund.refund_id, dispute)
    else
      await updateRefund(trx, refund.refund_id, ['DUE', 'BY_HAND'], {
        amount_cents: leftCents,
        round: refund.round + 1,
      })
    return
  }
  const taken = await updatePayment(trx, payment.payment_id, ['PAID', 'NEEDS_REVIEW'], {
    status: 'CHARGED_BACK',
    updated_at: deps.now().toISOString(),
  })
  if (!taken || !refund || refund.status === 'DONE') return
  await closeRefundByDispute(deps, trx, refund.refund_id, dispute)
  // Nothing is owed: the money was to be refunded anyway.
  await saveDispute(trx, { ...dispute, is_waiting: 0 })
}

/** The money stays: a payment that was taken back counts again, and a waiting refund goes on. */
async function applyWin(
  deps: Deps,
  trx: Trx,
  payment: PaymentRow,
  journey: PurchaseJourneyRow,
  dispute: DisputeRow,
): Promise<void> {
  const now = deps.now().toISOString()
  const leftCents = await refundableCents(trx, payment)
  // Another dispute has taken it all.
  if (leftCents === 0) return
  const refund = await findRefundOfPayment(trx, payment.payment_id)
  let current = payment
  if (payment.status === 'CHARGED_BACK') {
    current = (await updatePayment(trx, payment.payment_id, ['CHARGED_BACK'], {
      status: 'PAID',
      duplicate: (await isCovered(trx, journey, payment)) ? 1 : payment.duplicate,
      updated_at: now,
    }))!
    if (current.duplicate === 0) {
      // What others took was settled as part of the whole, since that was lost: it is a part again.
      await reopenLost(trx, payment.payment_id, payment.updated_at)
      const { purchase_journey_id: id } = journey
      await fitTransfers(deps, trx, id, 'the bank has returned the payment that it was for')
    }
  }
  if (refund?.done_by === BY_DISPUTE || refund?.status === 'DUE') {
    await updateRefund(trx, refund.refund_id, ['DONE', 'DUE'], {
      status: 'DUE',
      amount_cents: leftCents,
      reference: null,
      done_at: null,
      done_by: null,
      round: refund.done_by === BY_DISPUTE ? refund.round + 1 : refund.round,
      next_attempt_at: now,
    })
    return
  }
  if (refund && refund.amount_cents < leftCents) {
    // It went back without what the bank had taken. Who sends a refund by hand sends this with it, or afterwards.
    if (refund.status === 'BY_HAND')
      await updateRefund(trx, refund.refund_id, ['BY_HAND'], {
        amount_cents: leftCents,
        round: refund.round + 1,
      })
    else await saveDispute(trx, { ...dispute, is_waiting: 1 })
    return
  }
  if (current.status !== 'PAID') return
  if (current.duplicate === 1) await requestRefund(deps, trx, current, 'DUPLICATE')
  else if (endedWithoutCar(journey.status)) await requestRefund(deps, trx, current, 'CANCELLED')
}

export const toDispute = (
  row: DisputeRow & Pick<PurchaseJourneyRow, 'purchase_journey_id'>,
): Dispute => ({
  disputeId: row.dispute_id,
  purchaseJourneyId: row.purchase_journey_id,
  paymentId: row.payment_id!,
  amountCents: row.amount_cents,
  status: row.status,
  reason: row.reason,
  respondBy: row.respond_by,
  opened: row.opened_at,
  isWaiting: row.is_waiting === 1,
})

/** The events of a dispute, for the history of its purchase. */
export const disputeEvents = (row: DisputeRow) => {
  const amount = formatMoney(row.amount_cents)
  return [
    {
      at: row.opened_at,
      actor: 'system',
      event: 'dispute-opened',
      detail: `${amount}: ${row.reason}`,
    },
    ...(row.closed_at === null
      ? []
      : [
          {
            at: row.closed_at,
            actor: 'system',
            event: row.status === 'WON' ? 'dispute-won' : 'dispute-lost',
            detail: amount,
          },
        ]),
    ...(row.dealt_at === null
      ? []
      : [
          {
            at: row.dealt_at,
            actor: row.dealt_by!,
            event: 'dispute-settled',
            detail: row.dealt_note!,
          },
        ]),
  ]
}

/** The disputes of a purchase and of the reservation fee it took over. */
export const disputesOfJourney = async (
  db: Parameters<typeof disputesOf>[0],
  {
    purchase_journey_id,
    credited_from,
  }: Pick<PurchaseJourneyRow, 'purchase_journey_id' | 'credited_from'>,
): Promise<Dispute[]> =>
  (
    await disputesOf(db, [purchase_journey_id, ...(credited_from === null ? [] : [credited_from])])
  ).map(toDispute)

/**
 * Records how staff settled a dispute: it leaves the work list, and the car can be handed over.
 *
 * @throws {ApiProblem} 404, 409 for one that is open, or settled.
 */
export const settleDispute = (
  deps: Deps,
  actor: Actor,
  disputeId: string,
  { note, status }: z.output<typeof settleCall.body>,
): Promise<Dispute> =>
  transact(deps, async (trx) => {
    const known = await findDispute(trx, disputeId)
    const payment = known?.payment_id ? await findPayment(trx, known.payment_id) : null
    if (!payment) throw notFound()
    const journey = (await lockJourney(trx, payment.purchase_journey_id))!
    const decided = (await findDispute(trx, disputeId))!.status
    if (decided !== 'OPEN' && decided !== status)
      throw conflict(
        `The customer’s bank has decided again: this dispute is ${decided === 'WON' ? 'won' : 'lost'} now.`,
      )
    const settled = await updateWaitingDispute(trx, disputeId, {
      is_waiting: 0,
      dealt_at: deps.now().toISOString(),
      dealt_by: actorName(actor),
      dealt_note: note,
    })
    if (!settled)
      throw conflict('You can only settle a dispute that’s decided and isn’t settled yet.')
    await updateJourney(trx, journey, {})
    return toDispute({ ...settled, purchase_journey_id: payment.purchase_journey_id })
  })
