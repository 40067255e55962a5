import type { PurchaseRecord } from '#lib/payments/shapes.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { nextStatus } from '#lib/purchases/journey-status.ts'
import type { Db, Trx } from '#server/database.ts'
import type { RefundTable } from '#server/payments/tables.ts'
import type { PurchaseJourneyRow } from '../journeys/tables.ts'
import { findJourney } from '#server/journeys/queries.ts'
import { insertNote } from '#server/journeys/note-queries.ts'
import { amountReceived } from '#server/payments/open-payment.ts'
import { findPayments } from '#server/payments/queries.ts'
import { endOpenTransfers } from '#server/payments/receipt-queries.ts'
import { paidPayments } from '#server/refunds/queries.ts'
import { releaseAllocation } from '#server/stock/queries.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import { dropHandOver } from '#server/delivery/hand-over.ts'
import { lockVisibleJourney } from '#server/journeys/access.ts'
import { requireMatch } from '#server/journeys/match.ts'
import { transitionJourney } from '#server/journeys/transitions.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { purchaseCancelledMail } from './ended-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { closePaymentPages } from '#server/payments/close-attempts.ts'
import { requestRefund } from '#server/refunds/refunds.ts'
import { fillBackordersNow } from './backorders.ts'

/**
 * Cancels a purchase, releases its car and refunds what was paid. Idempotent.
 *
 * @param byStaff Why they cancel, which becomes a note, and the header `If-Match`: versions that it is based on.
 * @throws {ApiProblem} 404, 409 past the customer's window, or for a purchase that is over, 412 when it has changed.
 */
export async function cancelPurchase(
  deps: Deps,
  actor: Actor,
  id: string,
  { reason, ifMatch }: { reason?: string; ifMatch?: string | undefined } = {},
): Promise<PurchaseJourney> {
  await transact(deps, async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    if (journey.status === 'CANCELLED') return
    await requireMatch(deps, trx, journey, ifMatch)
    if (actor.type === 'CUSTOMER' && isTooLate(deps, journey))
      throw conflict('It’s too late to cancel online. Please call us.')
    const at = deps.now().toISOString()
    const cancelled = await transitionJourney(
      trx,
      journey,
      'cancelled',
      { actor: actorName(actor), at },
      { last_activity_at: at },
    )
    if (!cancelled) throw conflict('This purchase is closed, so it can’t be cancelled.')
    if (reason !== undefined)
      await insertNote(trx, {
        note_id: deps.newId(),
        purchase_journey_id: id,
        text: `Cancelled: ${reason}`,
        actor: actorName(actor),
        at,
      })
    const refundCents = await releasePurchase(deps, trx, journey, 'CANCELLED')
    // A purchase that was only started is given up without a mail.
    if (journey.confirmed_at === null) return
    const purchase = {
      ...(await findPurchaseMail(deps, trx, journey)),
      refundCents,
      inReviewCents: await inReviewCents(trx, id),
    }
    await enqueueMail(deps, trx, purchaseCancelledMail(deps, purchase))
  })
  // The car goes to the longest waiting purchase before anything slow.
  await fillBackordersNow(deps)
  await closePaymentPages(deps, id)
  const ended = await findJourney(deps.db, id)
  // Deleted since, for instance in another tab.
  if (!ended) throw notFound()
  return toPurchaseJourney(deps, deps.db, ended)
}

/** What staff are checking of a customer's payments, in cents. The lender's are between the lender and us. */
export const inReviewCents = async (db: Db, id: string): Promise<number> =>
  (await findPayments(db, [id]))
    .filter(({ status, source }) => status === 'NEEDS_REVIEW' && source !== 'MTF')
    .reduce((cents, payment) => cents + amountReceived(payment), 0)

/** The fee of a reservation goes back for as long as it is one, and a purchase that waits for its car has no limit. */
const isTooLate = ({ now }: Pick<Deps, 'now'>, { cancel_until }: PurchaseJourneyRow): boolean =>
  cancel_until !== null && now().toISOString() > cancel_until

/** Whether the customer can cancel a purchase online now, and until when. */
export const cancellationOf = (
  deps: Pick<Deps, 'now'>,
  journey: PurchaseJourneyRow,
): PurchaseRecord['cancellation'] =>
  nextStatus(journey.status, 'cancelled') === null
    ? { isOpen: false, until: null }
    : { isOpen: !isTooLate(deps, journey), until: journey.cancel_until }

/**
 * Releases the car and the appointment of a journey that has ended, and refunds what was paid, with the reservation fee.
 *
 * @param journey As it was before it ended.
 * @returns Cents to refund to the customer.
 */
export async function releasePurchase(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  reason: RefundTable['reason'],
): Promise<number> {
  const { purchase_journey_id, credited_from } = journey
  await dropHandOver(deps, trx, journey, 'purchase-ended')
  await releaseAllocation(trx, purchase_journey_id)
  const ids = [purchase_journey_id, ...(credited_from === null ? [] : [credited_from])]
  const paid = (await paidPayments(trx, ids)).filter(({ duplicate }) => duplicate === 0)
  const parts = await endOpenTransfers(trx, purchase_journey_id, deps.now().toISOString())
  let cents = 0
  for (const payment of [...paid, ...parts]) {
    const refundCents = await requestRefund(deps, trx, payment, reason)
    // A lender's part goes back to the lender.
    if (payment.source !== 'MTF') cents += refundCents
  }
  return cents
}
