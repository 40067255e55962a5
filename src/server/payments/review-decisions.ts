import type * as calls from '#lib/payments/calls.ts'
import type { PaymentStatus } from '#lib/codes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Trx } from '#server/database.ts'
import { findPayment, updatePayment } from './queries.ts'
import { lockJourney, updateJourney } from '#server/journeys/queries.ts'
import type { PaymentRow } from './tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import type { JourneyEvent } from '#lib/purchases/journey-status.ts'
import { deadlineAfterPayment } from './deposit-deadline.ts'
import { dueCents, findDeal, takesMoney } from '#server/journeys/deal.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { amountReceived } from './open-payment.ts'
import { finishReview } from './review.ts'
import { toPayment } from './receipts.ts'
import { requestRefund } from '#server/refunds/refunds.ts'
import { acceptPayment } from './settle.ts'

/**
 * Ends the review of a payment (decision 71): the money came and counts, it is refunded, or none came and the customer
 * can pay again. The provider changes that afterwards only by reporting money.
 *
 * @throws {ApiProblem} 404, 409 for a payment that needs no decision, or that cannot count.
 */
export const decideReview = (
  deps: Deps,
  actor: Actor,
  id: string,
  { paymentId, outcome, receivedCents, reviewReason }: z.output<typeof calls.decideReview.body>,
) =>
  transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    const payment = await findPayment(trx, paymentId)
    if (!journey || payment?.purchase_journey_id !== id) throw notFound()
    if (payment.status !== 'NEEDS_REVIEW') throw conflict('This payment doesn’t need a decision.')
    const hasChanged =
      (receivedCents !== undefined && payment.received_cents !== receivedCents) ||
      (reviewReason !== undefined && payment.review_reason !== reviewReason)
    if (hasChanged) throw conflict('There’s news about this payment. Please check it again.')
    const event: JourneyEvent = payment.type === 'DEPOSIT' ? 'deposit-settled' : 'balance-settled'
    if (outcome === 'NOTHING_CAME' && isTaken(payment))
      throw conflict('The card provider has this money. Accept it or send it back.')
    if (outcome === 'RECEIVED') await requireDue(trx, journey, payment)
    const at = deps.now().toISOString()
    const decided = (await updatePayment(trx, paymentId, ['NEEDS_REVIEW'], {
      status: STATUS[outcome],
      decided_at: at,
      updated_at: at,
      // Reports of the provider during the review were ignored: ask once more.
      ...(outcome === 'NOTHING_CAME' && payment.method !== null && { next_check_at: at }),
      // Only what was received counts, or can be refunded.
      ...(outcome !== 'NOTHING_CAME' && { amount_cents: amountReceived(payment) }),
      ...(outcome === 'SEND_BACK' && { duplicate: 1 }),
    }))!
    await finishReview(deps, trx, journey, decided, { outcome, by: actorName(actor) })
    if (outcome === 'RECEIVED')
      await acceptPayment(deps, trx, decided, journey, event, actorName(actor))
    else await updateJourney(trx, journey, deadlineAfterPayment(deps, journey, payment.updated_at))
    if (outcome === 'SEND_BACK') await requestRefund(deps, trx, decided, 'REVIEWED')
    return toPayment(decided)
  })

/** Whether the card provider has said that it took the money. */
const isTaken = ({ method, provider_payment }: PaymentRow): boolean =>
  method === 'STRIPE' && provider_payment !== null

const STATUS: Record<z.output<typeof calls.decideReview.body>['outcome'], PaymentStatus> = {
  RECEIVED: 'PAID',
  SEND_BACK: 'PAID',
  NOTHING_CAME: 'FAILED',
}

/** @throws {ApiProblem} 409 when the money is not what is due, or not due yet, or the purchase has ended. */
async function requireDue(
  trx: Trx,
  journey: PurchaseJourneyRow,
  payment: PaymentRow,
): Promise<void> {
  const deal = await findDeal(trx, journey)
  if (!takesMoney(deal)) throw conflict('This purchase has ended. Send the money back instead.')
  const cents = amountReceived(payment)
  const leftCents = dueCents(deal, payment.type)
  // The whole of what was asked for counts where more is due now.
  const isPart = cents === payment.amount_cents && cents < leftCents
  if (payment.method === null || (cents !== leftCents && !isPart))
    throw conflict(
      `${formatMoney(cents)} is not the amount that is due now. Send the money back instead.`,
    )
  if (payment.type === 'BALANCE' && dueCents(deal, 'DEPOSIT') > 0)
    throw conflict(
      'The deposit hasn’t been paid yet. Decide again once it is, or send this money back.',
    )
}
