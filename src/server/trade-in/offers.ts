import type * as calls from '#lib/trade-in/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { isLeftOut, isReplaceable, isUndecided } from '#lib/trade-in/trade-in-offers.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { z } from '#lib/shared/zod.ts'
import { lockJourney, updateJourney } from '#server/journeys/queries.ts'
import { requireMatch } from '#server/journeys/match.ts'
import { hasNote, insertNote } from '#server/journeys/note-queries.ts'
import { findTradeVehicles, toTradeVehicle, updateTradeVehicle } from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { findDeal, isTradeInOpen } from '#server/journeys/deal.ts'
import { tradeInOfferedMail } from './mails.ts'
import { fitPayments } from './answers.ts'
import { nameOf } from './firm-offers.ts'
import { startDepositDeadline } from '#server/payments/deposit-deadline.ts'
import { closePaymentPages } from '#server/payments/close-attempts.ts'
import { quoteWithTradeIn } from '#server/quotes/current-quote.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

/** How long an offer for a trade-in holds (decision 32). */
const OFFER_DAYS = 7

const PAID =
  'The customer has already paid with this trade-in deducted, so the offer stands. Please agree with them on the difference.'

/**
 * Makes an offer for a trade-in, as the customer has requested. It also replaces a firm offer of the rules that is
 * accepted: that one was for the car as described.
 *
 * @param ifMatch The header of that name: versions that it is based on. Until an offer is accepted, the customer can
 *   describe another car in its place.
 * @throws {ApiProblem} 404, 409 for a vehicle without a request, one whose offer by staff is accepted, a purchase that
 *   is no longer open, or one whose payment would have to grow; 412 when the purchase has changed.
 */
export async function offerForTradeIn(
  deps: Deps,
  { actor, effectId }: { actor: Actor; effectId: string },
  id: string,
  { vehicleId, offerCents }: z.output<typeof calls.offerForTradeIn.body>,
  ifMatch: string | undefined,
): Promise<PurchaseJourney> {
  const { hasChangedSums, answer } = await transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    if (!journey) throw notFound()
    // Made by an earlier attempt of this request.
    if (await hasNote(trx, effectId))
      return { hasChangedSums: false, answer: await toPurchaseJourney(deps, trx, journey) }
    await requireMatch(deps, trx, journey, ifMatch)
    const vehicles = await findTradeVehicles(trx, [id])
    const vehicle = vehicles.find(({ trade_vehicle_id }) => trade_vehicle_id === vehicleId)
    if (!vehicle) throw notFound()
    const isConfirmed = journey.status !== 'STARTED'
    const before = await findDeal(trx, journey)
    if (isConfirmed && !isTradeInOpen(before))
      throw conflict('It’s too late to add a trade-in to this purchase.')
    const replacesAccepted = isReplaceable(toTradeVehicle(vehicle))
    if (!isUndecided(vehicle) && !(isConfirmed && isLeftOut(vehicle)) && !replacesAccepted)
      throw conflict('No appraisal was requested for this vehicle.')
    const now = deps.now()
    const offerExpires = new Date(now.getTime() + OFFER_DAYS * DAY_MS).toISOString()
    await updateTradeVehicle(trx, vehicleId, {
      status: 'APPRAISAL_DONE',
      offer_cents: offerCents,
      offer_expires_at: offerExpires,
      offered_by: 'STAFF',
    })
    const fitted =
      replacesAccepted && isConfirmed ? await fitPayments(deps, trx, before, PAID) : journey
    await insertNote(trx, {
      note_id: effectId,
      purchase_journey_id: id,
      text: `Offered ${formatMoney(offerCents)}${replacesAccepted ? ` instead of ${formatMoney(vehicle.offer_cents ?? 0)}, which was accepted` : ''}: ${nameOf(vehicle)}`,
      actor: actorName(actor),
      at: now.toISOString(),
    })
    // A deposit that the accepted offer covered may be owed now.
    const kept =
      fitted.deposit_due_at === null ? await startDepositDeadline(deps, trx, fitted) : fitted
    const changed = await updateJourney(trx, kept, {
      last_activity_at: now.toISOString(),
      ...(replacesAccepted &&
        (isConfirmed
          ? { agreement_id: null }
          : { current_quote_id: await quoteWithTradeIn(deps, trx, journey) })),
    })
    await enqueueMail(
      deps,
      trx,
      tradeInOfferedMail(deps, {
        ...(await findPurchaseMail(deps, trx, changed)),
        isConfirmed,
        vehicle: nameOf(vehicle),
        offerCents,
        offerExpires,
      }),
      { outboxId: effectId },
    )
    return {
      hasChangedSums: replacesAccepted && isConfirmed,
      answer: await toPurchaseJourney(deps, trx, changed),
    }
  })
  // A payment page that is still open asks for an amount that has changed.
  if (hasChangedSums) await closePaymentPages(deps, id)
  return answer
}
