import { formatDeadline } from '#lib/shared/instants.ts'
import { calendarFeed, type Appointment, type WholeDays } from '#lib/service/calendar.ts'
import { addMinutes } from '#lib/service/times.ts'
import { handOverAppointment } from '#lib/purchases/hand-over.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import { deliveryOf } from '#server/delivery/purchase-delivery.ts'
import { handOverOf } from '#server/delivery/hand-over.ts'
import type { Deps } from '#server/deps.ts'
import { findDeal, leftToKeepCents, owedToKeep } from '#server/journeys/deal.ts'
import type { FileResponse } from '#server/platform/http/route.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { linkedPurchase } from './links.ts'

/** How long before its deadline a payment is in the calendar. */
const DEADLINE_MINUTES = 30

/**
 * The dates of a purchase to subscribe to: when the car should be ready, the hand-over and the payment that keeps it.
 *
 * @param asked The key of the address, with `.ics` or without.
 * @throws {ApiProblem} 404 as {@link linkedPurchase}.
 */
export async function orderCalendar(deps: Deps, asked: string): Promise<FileResponse> {
  const journey = await linkedPurchase(deps, 'calendar', asked.replace(/\.ics$/, ''))
  const { purchase_journey_id: id } = journey
  const deal = await findDeal(deps.db, journey)
  const car = deal.currentQuote.vehicle.variantName
  const { delivery } = await deliveryOf(deps.db, journey)
  const handOver = await handOverOf(deps, deps.db, journey)
  const { history, estimate, estimates } = delivery
  const writtenAt = deps.now().toISOString()
  const url = mailPaths(deps).customer('agreements')
  const { hostname } = new URL(url)
  const events: (Appointment | WholeDays)[] = []
  if (estimate)
    events.push({
      uid: `ready-${id}@${hostname}`,
      sequence: history.length + estimates.length,
      isCancelled: false,
      writtenAt,
      ...estimate,
      title: `Your ${car} should be ready`,
      description: 'This is an estimate. If it changes, we’ll update it here and email you.',
      url,
    })
  if (handOver?.appointment) {
    const { outlet, appointment } = handOver
    const about = { purchaseJourneyId: id, car, outlet, appointment, url, writtenAt }
    events.push(handOverAppointment(about))
  }
  const dueAt = journey.status === 'CONFIRMED' && owedToKeep(deal) ? journey.deposit_due_at : null
  if (dueAt)
    events.push({
      uid: `payment-${id}@${hostname}`,
      sequence: journey.version,
      isCancelled: false,
      writtenAt,
      startsAt: addMinutes(dueAt, -DEADLINE_MINUTES),
      endsAt: dueAt,
      title: `Pay the ${isLease(deal.currentQuote.payOption) ? 'first payment' : 'deposit'} for your ${car}`,
      location: '',
      description: `${formatMoney(leftToKeepCents(deal))}, by ${formatDeadline(dueAt)}.`,
      url: mailPaths(deps).purchase(id, 'payment'),
    })
  return {
    bytes: new TextEncoder().encode(calendarFeed(`Your ${car}`, events)),
    type: 'text/calendar; charset=utf-8',
    name: 'order.ics',
  }
}
