import type {
  completeRefund as completeCall,
  listRefunds as listCall,
} from '#lib/payments/calls.ts'
import type { Refund } from '#lib/payments/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Trx } from '#server/database.ts'
import { updateJourney } from '#server/journeys/queries.ts'
import { refundsByHand, updateRefund } from './queries.ts'
import type { PaymentRow, RefundRow } from '#server/payments/tables.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { formatCursor, pageOf, parseCursor } from '#server/platform/database/pages.ts'
import { finishRefund, lockRefund } from './refund-results.ts'
import { canProviderRefund } from './refunds.ts'
import { findBlockingDispute } from './dispute-queries.ts'

type PaymentOf = Pick<PaymentRow, 'purchase_journey_id' | 'source' | 'method' | 'provider_payment'>

export const toRefund = (row: RefundRow, payment: PaymentOf): Refund => ({
  refundId: row.refund_id,
  paymentId: row.payment_id,
  purchaseJourneyId: payment.purchase_journey_id,
  source: payment.source,
  amountCents: row.amount_cents,
  reason: row.reason,
  status: row.status,
  failure: row.failure,
  canRepeat: row.status === 'BY_HAND' && row.failure !== null && canProviderRefund(payment),
  created: row.created_at,
})

/** A page of the refunds that staff have to send. */
export async function listRefunds(
  { db }: Deps,
  { limit, cursor }: z.output<typeof listCall.query>,
) {
  const { items, nextCursor } = await pageOf(
    limit,
    (most) => refundsByHand(db, most, parseCursor(cursor)),
    ({ created_at, refund_id }) => formatCursor(created_at, refund_id),
  )
  return { refunds: items.map((row) => toRefund(row, row)), nextCursor }
}

/** @throws {ApiProblem} 409 while a dispute decides about the money: a refund now might return it twice. */
async function requireNoDispute(trx: Trx, payment: PaymentRow): Promise<void> {
  const dispute = await findBlockingDispute(trx, payment)
  if (dispute?.status === 'OPEN')
    throw conflict(
      'The customer’s bank is deciding on this payment. Wait for the decision. If we win the dispute, the refund continues automatically.',
    )
  if (dispute)
    throw conflict('The customer’s bank has taken this payment back. There’s nothing to refund.')
}

/**
 * Records that staff have sent a refund.
 *
 * @throws {ApiProblem} 404, 409 for one that the provider sends, that a dispute blocks, of another amount, or that is
 *   recorded already.
 */
export const completeRefund = (
  deps: Deps,
  actor: Actor,
  refundId: string,
  { reference, amountCents }: z.output<typeof completeCall.body>,
): Promise<Refund> =>
  transact(deps, async (trx) => {
    const { refund, payment, journey } = await requireRefund(trx, refundId)
    const by = actorName(actor)
    if (refund.status === 'DONE') {
      if (refund.reference === reference && refund.done_by === by) return toRefund(refund, payment)
      throw conflict(
        `This refund is already complete${refund.reference ? `, under the reference ${refund.reference}` : ''}. If you’ve transferred money as well, ask the customer for it back.`,
      )
    }
    if (refund.status !== 'BY_HAND') throw conflict('The provider sends this refund.')
    await requireNoDispute(trx, payment)
    if (refund.amount_cents !== amountCents)
      throw conflict(
        `The amount to refund is ${formatMoney(refund.amount_cents)}. If you’ve sent another amount, transfer the rest or ask for the difference back, and then record the refund.`,
      )
    const done = await finishRefund(
      deps,
      trx,
      { refund, payment, journey },
      { reference, done_by: by },
    )
    return toRefund(done!, payment)
  })

/**
 * Orders a failed refund from the provider again.
 *
 * @throws {ApiProblem} 404, 409 for one that the provider cannot repeat.
 */
export const repeatRefund = (deps: Deps, refundId: string): Promise<Refund> =>
  transact(deps, async (trx) => {
    const { refund, payment, journey } = await requireRefund(trx, refundId)
    if (!toRefund(refund, payment).canRepeat)
      throw conflict('You can’t repeat this refund. Send the money by bank transfer instead.')
    await requireNoDispute(trx, payment)
    const again = await updateRefund(trx, refundId, ['BY_HAND'], {
      status: 'DUE',
      failure: null,
      provider_refund: null,
      round: refund.round + 1,
      attempts: 0,
      next_attempt_at: deps.now().toISOString(),
    })
    await updateJourney(trx, journey, {})
    return toRefund(again!, payment)
  })

async function requireRefund(trx: Trx, refundId: string) {
  const locked = await lockRefund(trx, refundId)
  if (!locked) throw notFound()
  return locked
}
