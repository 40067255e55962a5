import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { awayObstacle } from '#lib/catalogue/delivery.ts'
import { nextStatus } from '#lib/purchases/journey-status.ts'
import { disputeObstacle } from '#lib/payments/refund-states.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { outstandingCents, payKind } from '#lib/payments/pay-options.ts'
import { deleteHandOver } from './hand-over-queries.ts'
import { requireMatch } from '#server/journeys/match.ts'
import { hasEvent, lockJourney } from '#server/journeys/queries.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import { disputesOfJourney } from '#server/refunds/disputes.ts'
import { transitionJourney } from '#server/journeys/transitions.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import {
  findDeal,
  leaseObstacleOf,
  lenderOutstandingCents,
  payFacts,
  sumsOf,
  type Deal,
} from '#server/journeys/deal.ts'
import { carHandedOverMail } from './hand-over-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { hasUnsettledFall, PRICE_PROMISE_NOTE } from '#server/purchases/price-credit-queries.ts'
import { keepPromise, standsFrom } from '#server/purchases/price-promise.ts'
import { readNewPlate, takeOver } from '#server/vehicles/ownerships.ts'

/** A lower price of a moment ago, which may be a mistake. That of a cash purchase is credited by itself. */
const freshDrop = (from: string, { currentQuote }: Deal): string => {
  const ifRight =
    payKind(currentQuote.payOption) === 'cash'
      ? `hand the car over after ${from}, once we’ve credited the customer`
      : `agree on it with the lender, and after ${from} add a note starting with “${PRICE_PROMISE_NOTE}”`
  return `Our price for this car dropped a short time ago. If that’s right, ${ifRight}. If it isn’t, correct the price first.`
}

/**
 * Records that the car was handed over: the purchase is complete (decision 22), and the car the customer's (decision 68).
 *
 * @param registration The plate of the new car.
 * @param ifMatch The header of that name: versions that it is based on.
 * @throws {ApiProblem} 400 for a plate that cannot be this car's, 404, 409 where nothing can be handed over yet, 412 when
 *   the purchase has changed.
 */
export async function handOverCar(
  deps: Deps,
  { actor, effectId }: { actor: Actor; effectId: string },
  id: string,
  registration: string,
  ifMatch: string | undefined,
): Promise<PurchaseJourney> {
  const plate = await readNewPlate(deps, registration)
  // A price that has fallen since the job looked is credited while there is a purchase to credit.
  const kept = await keepPromise(deps, id)
  if (kept === 'credited')
    throw conflict(
      'The price has just dropped, so we owe the customer money. Please check the purchase again.',
    )
  return transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    if (!journey) throw notFound()
    if (await hasEvent(trx, id, effectId)) return toPurchaseJourney(deps, trx, journey)
    await requireMatch(deps, trx, journey, ifMatch)
    if (nextStatus(journey.status, 'handed-over') === null)
      throw conflict('You can’t do that at this stage of the purchase.')
    const disputed = disputeObstacle(await disputesOfJourney(trx, journey))
    if (disputed) throw conflict(disputed)
    const deal = await findDeal(trx, journey)
    if (outstandingCents('DEPOSIT', payFacts(deal)) > 0)
      throw conflict('The deposit hasn’t been paid yet.')
    if (outstandingCents('BALANCE', payFacts(deal)) > 0)
      throw conflict('The balance hasn’t been paid yet.')
    if (lenderOutstandingCents(deal) > 0) throw conflict('The lender hasn’t paid yet.')
    const obstacle =
      leaseObstacleOf(deal, aucklandDay(deps.now())) ?? awayObstacle(journey.delivery_status)
    if (obstacle) throw conflict(obstacle)
    if (kept === 'wait') throw conflict(freshDrop(formatInstant(standsFrom(deps, deal)), deal))
    if (await hasUnsettledFall(trx, id))
      throw conflict(
        `The price has dropped since the finance was signed. Once that’s settled, add a note starting with “${PRICE_PROMISE_NOTE}”.`,
      )
    await deleteHandOver(trx, id)
    const by = { actor: actorName(actor), at: deps.now().toISOString(), effectId }
    const moved = await transitionJourney(trx, journey, 'handed-over', by, {
      last_activity_at: by.at,
      paid_out_cents: sumsOf(deal).owedCents,
    })
    const view = await toPurchaseJourney(deps, trx, moved!)
    const aftercare = await takeOver(deps, trx, { journey, quote: view.currentQuote, plate })
    await enqueueMail(
      deps,
      trx,
      carHandedOverMail(deps, {
        ...(await findPurchaseMail(deps, trx, moved!)),
        registration: plate.registration,
        vin: view.car?.vin,
        aftercare,
        outlet: deps.catalogue.dealers.find(({ outletCode }) => outletCode === journey.outlet_code),
      }),
    )
    return view
  })
}
