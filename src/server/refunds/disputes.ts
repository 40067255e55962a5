import type { Dispute } from '#lib/payments/shapes.ts'
import { BY_DISPUTE } from '#lib/payments/money-back.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { Trx } from '#server/database.ts'
import { disputesOf, findDispute, saveDispute, updateWaitingDispute } from './dispute-queries.ts'
import {
  findPayment,
  findPaymentByMoney,
  isSettled,
  updatePayment,
} from '#server/payments/queries.ts'
import { lockJourney, updateJourney } from '#server/journeys/queries.ts'
import { findRefundOfPayment, updateRefund } from './queries.ts'
import type { DisputeRow, PaymentRow } from '#server/payments/tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import type { CardDispute } from '#server/providers/card/card-provider.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import { referenceOf } from '#server/journeys/view.ts'
import { disputeStaffMail } from './money-trouble-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { closeByDispute, requestRefund } from './refunds.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'

/** The payment that a dispute is about; `null` where it is none of ours. */
export const disputedPayment = async (
  db: Parameters<typeof findPayment>[0],
  { paymentId, providerPayment }: CardDispute,
): Promise<PaymentRow | null> =>
  (paymentId !== null && (await findPayment(db, paymentId))) ||
  (providerPayment === null ? null : findPaymentByMoney(db, providerPayment))

/**
 * Brings a dispute to what the provider says of it, in the transaction that makes that answer count: open, it keeps the
 * car here; won, all goes on; lost, the payment counts no more and its money is owed.
 */
export async function applyDispute(deps: Deps, trx: Trx, said: CardDispute): Promise<void> {
  const known = await disputedPayment(trx, said)
  const journey = known && (await lockJourney(trx, known.purchase_journey_id))
  const before = await findDispute(trx, said.disputeId)
  const isNews = before?.status !== said.status
  const row: DisputeRow = {
    dispute_id: said.disputeId,
    payment_id: known?.payment_id ?? null,
    amount_cents: said.amountCents,
    currency: said.currency,
    reason: said.reason.replaceAll('_', ' '),
    status: said.status,
    provider_status: said.providerStatus,
    respond_by: said.respondBy,
    opened_at: said.openedAt,
    closed_at: said.status === 'OPEN' ? null : isNews ? deps.now().toISOString() : before.closed_at,
    is_waiting: isNews ? (said.status === 'WON' ? 0 : 1) : before.is_waiting,
    // A decision of the bank that changes is dealt with again.
    dealt_at: isNews ? null : before.dealt_at,
    dealt_by: isNews ? null : before.dealt_by,
    dealt_note: isNews ? null : before.dealt_note,
  }
  if (!journey) {
    await saveDispute(trx, { ...row, is_waiting: 0 })
    deps.log.error({ disputeId: said.disputeId }, 'a dispute is about a payment that is not known')
    return
  }
  if (!isNews) return saveDispute(trx, row)

  const payment = (await findPayment(trx, known.payment_id))!
  await saveDispute(trx, row)
  if (said.status === 'LOST') await lose(deps, trx, payment, row)
  if (said.status === 'WON') await win(deps, trx, payment, journey)
  await updateJourney(trx, journey, {})
  logSecurity(deps, 'payment_disputed', { paymentId: payment.payment_id, reason: said.status })
  await enqueueWebhook(trx, {
    type: 'payment.disputed',
    at: deps.now().toISOString(),
    purchaseJourneyId: journey.purchase_journey_id,
    paymentId: payment.payment_id,
    paymentType: payment.type,
    status: said.status,
  })
  await enqueueMail(
    deps,
    trx,
    disputeStaffMail(deps, {
      status: said.status,
      reference: referenceOf(deps, journey),
      purchaseJourneyId: journey.purchase_journey_id,
      amountCents: said.amountCents,
      reason: row.reason,
      respondBy: said.respondBy,
    }),
  )
}

/** The bank has taken the money: what was to go back has gone, and what was paid is owed again. */
async function lose(deps: Deps, trx: Trx, payment: PaymentRow, dispute: DisputeRow): Promise<void> {
  const refund = await findRefundOfPayment(trx, payment.payment_id)
  // Of a part of it staff decide what is to be done; a refund sends no more than what is left.
  if (dispute.amount_cents < payment.amount_cents) {
    if (refund && refund.status !== 'DONE')
      await updateRefund(trx, refund.refund_id, ['DUE', 'BY_HAND'], {
        amount_cents: payment.amount_cents - dispute.amount_cents,
        round: refund.round + 1,
      })
    return
  }
  const taken = await updatePayment(trx, payment.payment_id, ['PAID', 'NEEDS_REVIEW'], {
    status: 'CHARGED_BACK',
    updated_at: deps.now().toISOString(),
  })
  if (!taken || !refund || refund.status === 'DONE') return
  await closeByDispute(deps, trx, refund.refund_id, dispute)
  // Nothing is owed: the customer was to have the money anyway.
  await saveDispute(trx, { ...dispute, is_waiting: 0 })
}

/** The money stays: a payment that was taken back counts again, and a refund that has waited goes on. */
async function win(
  deps: Deps,
  trx: Trx,
  payment: PaymentRow,
  journey: PurchaseJourneyRow,
): Promise<void> {
  const now = deps.now().toISOString()
  const refund = await findRefundOfPayment(trx, payment.payment_id)
  let current = payment
  if (payment.status === 'CHARGED_BACK') {
    const isPaidAgain = await isSettled(trx, payment.purchase_journey_id, payment.type)
    current = (await updatePayment(trx, payment.payment_id, ['CHARGED_BACK'], {
      status: 'PAID',
      duplicate: isPaidAgain ? 1 : payment.duplicate,
      updated_at: now,
    }))!
  }
  if (refund?.done_by === BY_DISPUTE || refund?.status === 'DUE') {
    await updateRefund(trx, refund.refund_id, ['DONE', 'DUE'], {
      status: 'DUE',
      reference: null,
      done_at: null,
      done_by: null,
      round: refund.done_by === BY_DISPUTE ? refund.round + 1 : refund.round,
      next_attempt_at: now,
    })
    return
  }
  if (current.status !== 'PAID') return
  if (current.duplicate === 1) await requestRefund(deps, trx, current, 'DUPLICATE')
  else if (journey.status === 'CANCELLED' || journey.status === 'EXPIRED')
    await requestRefund(deps, trx, current, 'CANCELLED')
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

/** What happened with a dispute, for the history of its purchase. */
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

/** The disputes of a purchase, with those of the fee it took over. */
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
 * Notes how the money of a lost dispute was dealt with: it waits for nobody any more, and no longer keeps the car here.
 *
 * @throws {ApiProblem} 404, 409 for one that is not lost.
 */
export const settleDispute = (
  deps: Deps,
  actor: Actor,
  disputeId: string,
  note: string,
): Promise<Dispute> =>
  transact(deps, async (trx) => {
    const known = await findDispute(trx, disputeId)
    const payment = known?.payment_id ? await findPayment(trx, known.payment_id) : null
    if (!payment) throw notFound()
    const journey = (await lockJourney(trx, payment.purchase_journey_id))!
    const settled = await updateWaitingDispute(trx, disputeId, {
      is_waiting: 0,
      dealt_at: deps.now().toISOString(),
      dealt_by: actorName(actor),
      dealt_note: note,
    })
    if (!settled) throw conflict('Only a lost dispute that nobody has settled can be settled.')
    await updateJourney(trx, journey, {})
    return toDispute({ ...settled, purchase_journey_id: payment.purchase_journey_id })
  })
