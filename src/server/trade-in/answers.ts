import type { answerTradeInOffer as answerCall } from '#lib/trade-in/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { isTooOldToCount, isUndecided } from '#lib/trade-in/trade-in-offers.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Trx } from '#server/database.ts'
import { findJourney, updateJourney } from '#server/journeys/queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { insertNote } from '#server/journeys/note-queries.ts'
import { startDepositDeadline } from '#server/payments/deposit-deadline.ts'
import { fitTransfers } from '#server/payments/transfer-parts.ts'
import type { TradeVehicleRow } from './tables.ts'
import { findTradeVehicles, updateTradeVehicle } from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import { closePaymentPages } from '#server/payments/close-attempts.ts'
import { lockVisibleJourney } from '#server/journeys/access.ts'
import { requireMatch } from '#server/journeys/match.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { dueCents, findDeal, isTradeInOpen, payFacts, type Deal } from '#server/journeys/deal.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { spendDaily } from '#server/platform/http/daily-limits.ts'
import { spendOfNetwork, type Caller } from '#server/platform/http/network-budgets.ts'
import { announceFirmOffer, nameOf, requireSeenOrPaid } from './firm-offers.ts'
import { isFirmlyOffered, requested, spendAppraisals } from './trade-in.ts'

/** A vehicle that stays on the purchase but does not count. */
const LEFT_OUT = {
  status: 'TRADE_ADDED',
  offer_cents: null,
  offer_expires_at: null,
  offered_by: null,
} as const

/**
 * Answers an offer for a trade-in of a confirmed purchase, or asks for another once it has run out. The confirmed price
 * stays; the amount due changes, and with it an issued agreement is void.
 *
 * @param ifMatch The header of that name: versions that the answer is based on.
 * @throws {ApiProblem} 404, 409 where there is no such offer, the agreement is accepted, or a payment that is settled
 *   would have to grow, 412 when the purchase, and perhaps the offer, has changed.
 */
export async function answerTradeInOffer(
  deps: Deps,
  caller: Caller,
  id: string,
  { vehicleId, answer }: z.output<typeof answerCall.body>,
  ifMatch: string | undefined,
): Promise<PurchaseJourney> {
  const { actor } = caller
  const hasChangedSums = await transact(deps, async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    await requireMatch(deps, trx, journey, ifMatch)
    const before = await findDeal(trx, journey)
    if (!isTradeInOpen(before)) throw conflict('It’s too late to add a trade-in to this purchase.')
    const vehicle = (await findTradeVehicles(trx, [id])).find(
      ({ trade_vehicle_id }) => trade_vehicle_id === vehicleId,
    )
    if (!vehicle) throw notFound()
    if (answer === 'DECLINE') {
      if (vehicle.status === 'TRADE_ADDED') return false
      if (!isUndecided(vehicle)) throw conflict('This offer is already accepted.')
    }
    const set =
      answer === 'DECLINE' ? LEFT_OUT : await requested(deps, trx, vehicle, answer, 'vehicleId')
    if (Object.keys(set).length === 0) return false
    await updateTradeVehicle(trx, vehicleId, set)
    const changed: TradeVehicleRow = { ...vehicle, ...set }
    const isOffered = isFirmlyOffered(changed, vehicle)
    const isRequested = 'status' in set && set.status === 'APPRAISAL_REQUESTED'
    await spendAppraisals(deps, trx, caller, journey.customer_id, isRequested ? 1 : 0)
    if (isOffered) await spendOfNetwork(deps, trx, 'appraisals', caller)
    const isWithdrawn = vehicle.status === 'APPRAISAL_ACCEPTED'
    const hasChanged = answer === 'ACCEPT' || isWithdrawn
    if (answer === 'ACCEPT') requireSeenOrPaid(deps, actor, await findDeal(trx, journey))
    const fitted = hasChanged
      ? await fitPayments(deps, trx, before, isWithdrawn ? WITHDRAWN : OWING)
      : journey
    await noteAnswer(deps, trx, actor, id, vehicle, answer)
    if (isOffered) await announceFirmOffer(deps, trx, journey, changed)
    const kept =
      fitted.deposit_due_at === null ? await startDepositDeadline(deps, trx, fitted) : fitted
    await updateJourney(trx, kept, {
      last_activity_at: deps.now().toISOString(),
      ...(hasChanged && { agreement_id: null }),
    })
    return hasChanged
  })
  // A payment page that is still open asks for an amount that has changed.
  if (hasChangedSums) await closePaymentPages(deps, id)
  return toPurchaseJourney(deps, deps.db, (await findJourney(deps.db, id))!)
}

const ANSWERS: Record<
  z.output<typeof answerCall.body>['answer'],
  (vehicle: TradeVehicleRow) => string
> = {
  ACCEPT: ({ offer_cents }) => `Offer of ${formatMoney(offer_cents ?? 0)} accepted`,
  DECLINE: () => 'Offer declined',
  APPRAISAL: () => 'New offer requested',
}

/**
 * Stores the answer to an offer for a trade-in in the history of its purchase.
 *
 * @throws {ApiProblem} 429 when the customer has changed the answer as often as they may in a day.
 */
export async function noteAnswer(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  id: string,
  vehicle: TradeVehicleRow,
  answer: z.output<typeof answerCall.body>['answer'],
): Promise<void> {
  if (actor.type === 'CUSTOMER') await spendDaily(deps, trx, 'LIMIT_OFFER_ANSWERS_PER_DAY', id)
  await note(deps, trx, actor, id, `${ANSWERS[answer](vehicle)}: ${nameOf(vehicle)}`)
}

const note = (deps: Deps, trx: Trx, actor: Actor, purchaseJourneyId: string, text: string) =>
  insertNote(trx, {
    note_id: deps.newId(),
    purchase_journey_id: purchaseJourneyId,
    text,
    actor: actorName(actor),
    at: deps.now().toISOString(),
  })

const CALL_DEALER = 'Please call your dealer and we’ll sort it out with you.'
const OWING = `You owe more on this vehicle than our offer, and you’ve already paid. ${CALL_DEALER}`
const WITHDRAWN = `You’ve already paid for this purchase with your trade-in deducted. ${CALL_DEALER}`

/**
 * Fits payments that have come, or are on their way, to the amounts due once a trade-in counts, or no longer does.
 *
 * @param refusal Why a payment that is settled cannot grow.
 * @returns The purchase afterwards.
 */
export async function fitPayments(
  deps: Deps,
  trx: Trx,
  before: Deal,
  refusal: string,
): Promise<PurchaseJourneyRow> {
  const after = await findDeal(trx, before.journey)
  const { paid } = payFacts(after)
  for (const type of ['DEPOSIT', 'BALANCE'] as const)
    if (paid[type] > 0 && dueCents(before, type) === 0 && dueCents(after, type) > 0)
      throw conflict(refusal)
  const { purchase_journey_id: id } = before.journey
  return fitTransfers(deps, trx, id, 'a trade-in covers what it was for')
}

/**
 * Leaves trade-ins without an accepted offer out of a purchase whose agreement is made.
 *
 * @returns The names of those that were left out.
 */
export async function leaveOutTradeIns(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  deal: Deal,
): Promise<string[]> {
  const { purchase_journey_id: id } = deal.journey
  if (!isTradeInOpen(deal)) return []
  const undecided = (await findTradeVehicles(trx, [id])).filter(isUndecided)
  return leaveOut(deps, trx, actor, undecided, 'Left out of the agreement')
}

/**
 * Leaves accepted offers that are too old to count out of a purchase that would begin to count them.
 *
 * @returns The names of their vehicles.
 */
export async function leaveOutOldOffers(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<string[]> {
  const nowMs = deps.now().getTime()
  const old = (await findTradeVehicles(trx, [id])).filter(
    ({ status, offer_expires_at }) =>
      status === 'APPRAISAL_ACCEPTED' && isTooOldToCount(offer_expires_at, nowMs),
  )
  return leaveOut(deps, trx, actor, old, 'Left out, because the offer has run out')
}

async function leaveOut(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  vehicles: TradeVehicleRow[],
  why: string,
): Promise<string[]> {
  for (const vehicle of vehicles) {
    await updateTradeVehicle(trx, vehicle.trade_vehicle_id, LEFT_OUT)
    await note(deps, trx, actor, vehicle.purchase_journey_id, `${why}: ${nameOf(vehicle)}`)
  }
  return vehicles.map(nameOf)
}

/** @throws {ApiProblem} 409 while an offer for a trade-in waits for an answer: an accepted agreement would drop it. */
export function requireOfferAnswered({ now }: Deps, deal: Deal): void {
  const offered = deal.vehicles.find(
    ({ status, offerExpires }) =>
      status === 'APPRAISAL_DONE' && offerExpires !== undefined && new Date(offerExpires) > now(),
  )
  if (offered && isTradeInOpen(deal))
    throw conflict(
      `We’ve made an offer for your trade-in, ${nameOf(offered)}, which this agreement doesn’t include. Please accept or decline the offer first: choose “See your trade-in” under My Purchases.`,
    )
}
