import type { listReservations as listCall } from '#lib/purchases/calls.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { isToBeBuilt } from '#lib/purchases/held-car.ts'
import { depositDue, isReservation, tradeInEquity } from '#lib/payments/pay-options.ts'
import type { z } from '#lib/shared/zod.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import type { Trx } from '#server/database.ts'
import type { PurchaseJourneyRow } from '../journeys/tables.ts'
import { lockJourney } from '#server/journeys/queries.ts'
import { paidPayments } from '#server/refunds/queries.ts'
import { endedReservations, openReservations } from './reservation-queries.ts'
import { copyDelivery } from '#server/delivery/queries.ts'
import { moveAllocation } from '#server/stock/queries.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import type { Allocation } from '#server/stock/allocation.ts'
import { inReviewCents, releasePurchase } from './cancel.ts'
import { closePaymentPages } from '../payments/close-attempts.ts'
import { processInBatches } from '#server/platform/database/batches.ts'
import { transitionJourney } from '#server/journeys/transitions.ts'
import { referenceOf } from '#server/journeys/references.ts'
import { findDeal } from '#server/journeys/deal.ts'
import { findHeldReservations, isHeld, isOfSameCar } from './held-reservations.ts'
import { reservationEndedMail } from './ended-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { requestRefund } from '#server/refunds/refunds.ts'

/**
 * The cars that are held for a customer: reservations that are paid and not over.
 *
 * @throws {ApiProblem} 404 while the feature is off.
 */
export async function listCustomerReservations(
  deps: Deps,
  customerId: number,
): Promise<z.output<typeof listCall.answer>> {
  if (!deps.settings.features.reservations) throw notFound()
  const deals = await findHeldReservations(deps, deps.db, customerId)
  return {
    reservations: deals.map(({ journey, currentQuote }) => ({
      purchaseJourneyId: journey.purchase_journey_id,
      reference: referenceOf(deps, journey),
      quote: currentQuote,
      status: journey.status,
      heldUntil: journey.reserved_until!,
      depositPaid: true,
    })),
  }
}

/**
 * Gives a purchase that is being confirmed the car that its customer has reserved, and counts the fee towards its
 * deposit. Where the deposit is smaller than the fee, the fee is refunded instead.
 *
 * @param journey As the transaction has locked it.
 * @returns The allocation, whose fee counts, and where the car is; `null` where the customer holds no such car.
 */
export async function takeOverReservation(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  quote: Quote,
): Promise<{
  allocation: Allocation
  taken: Pick<PurchaseJourneyRow, 'credited_from' | 'delivery_status'>
} | null> {
  if (isReservation(quote.payOption)) return null
  for (const { purchase_journey_id } of await openReservations(trx, journey.customer_id)) {
    const reservation = (await lockJourney(trx, purchase_journey_id))!
    const deal = await findDeal(trx, reservation)
    if (!isHeld(deps, deal) || !isOfSameCar(deal, quote)) continue
    const allocation = await moveAllocation(trx, purchase_journey_id, journey.purchase_journey_id)
    if (!allocation) continue
    await copyDelivery(trx, purchase_journey_id, journey.purchase_journey_id)
    const { delivery_status } = reservation

    const at = deps.now().toISOString()
    await transitionJourney(trx, reservation, 'bought', { actor: 'system', at })
    const payments = await paidPayments(trx, [purchase_journey_id])
    const feeCents = payments
      .filter(({ duplicate }) => duplicate === 0)
      .reduce((cents, { amount_cents }) => cents + amount_cents, 0)
    const { vehicles } = await findDeal(trx, journey)
    if (depositDue(quote, tradeInEquity(vehicles)) >= feeCents)
      return { allocation, taken: { credited_from: purchase_journey_id, delivery_status } }
    for (const payment of payments) await requestRefund(deps, trx, payment, 'RELEASED')
    return { allocation, taken: { credited_from: null, delivery_status } }
  }
  return null
}

/** Ends the reservations whose time is over: releases the car and refunds the fee. */
export async function releaseReservations(deps: Deps): Promise<void> {
  const release = async (id: string) => {
    await transact(deps, async (trx) => {
      const journey = (await lockJourney(trx, id))!
      const at = deps.now().toISOString()
      if (journey.reserved_until === null || at < journey.reserved_until) return
      const ended = await transitionJourney(trx, journey, 'hold-ended', { actor: 'system', at })
      if (!ended) return
      const refundCents = await releasePurchase(deps, trx, journey, 'RELEASED')
      await enqueueMail(
        deps,
        trx,
        reservationEndedMail(deps, {
          ...(await findPurchaseMail(deps, trx, journey)),
          isToBeBuilt: isToBeBuilt(journey.delivery_status),
          heldDays: journey.promised_days!,
          refundCents,
          inReviewCents: await inReviewCents(trx, id),
        }),
      )
    })
    await closePaymentPages(deps, id)
  }
  await processInBatches(
    (most) => endedReservations(deps.db, deps.now().toISOString(), most),
    release,
  )
}
