import { aucklandDay } from '#lib/shared/dates.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { firmOffer } from '#lib/trade-in/firm-offer.ts'
import { creditStanding } from '#lib/finance/credit.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import { readCondition } from '#lib/trade-in/trade-condition.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { creditDecisionOf, isUnpaid, owedCents, type Deal } from '#server/journeys/deal.ts'
import { spendPoint } from '#server/platform/database/rate-counters.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { conflict } from '#server/platform/http/api-problem.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { insertNote } from '#server/journeys/note-queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { keptAnswer } from '#server/vehicles/register.ts'
import { keptGuide } from '#server/vehicles/valuations.ts'
import { firmOfferMail } from './mails.ts'
import { findTradedInElsewhere } from './queries.ts'
import type { TradeVehicleRow } from './tables.ts'

type Described = Pick<
  TradeVehicleRow,
  | 'purchase_journey_id'
  | 'registration'
  | 'vin'
  | 'make'
  | 'model'
  | 'year'
  | 'odometer_km'
  | 'condition'
>

const isSameText = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * The columns of a firm offer by the brand's rules, for a car that the register and the valuation service described in
 * the last day.
 *
 * @returns `null` for a car that a person appraises: one outside the rules, described otherwise than in the register,
 *   reported stolen, or counted in another purchase.
 */
export async function firmOfferFor(deps: Deps, trx: Trx, car: Described) {
  const { catalogue, now } = deps
  const known = (await keptAnswer(deps, trx, car.registration))?.vehicle
  const guide = (await keptGuide(deps, trx, car.registration))?.guide
  if (!known || !guide || known.isReportedStolen) return null
  const isAsRegistered =
    isSameText(car.make, known.make) &&
    isSameText(car.model, known.model) &&
    car.year === known.year &&
    (car.vin === null || car.vin === known.vin)
  if (!isAsRegistered) return null
  const offerCents = firmOffer(
    catalogue.tradeIn,
    {
      make: known.make,
      year: known.year,
      usualKm: known.odometerKm,
      odometerKm: car.odometer_km,
      condition: readCondition(car.condition ?? ''),
      guide,
    },
    catalogue.brand.name,
    Number(aucklandDay(now()).slice(0, 4)),
  )
  if (offerCents === null) return null
  if (await isCountedElsewhere(trx, { ...car, vin: known.vin })) return null
  const validMs = catalogue.tradeIn.validDays * DAY_MS
  return {
    status: 'APPRAISAL_DONE',
    offer_cents: offerCents,
    offer_expires_at: new Date(now().getTime() + validMs).toISOString(),
    offered_by: 'RULES',
  } as const
}

/**
 * Whether a confirmed purchase counts the car. One that is only started doesn't: anyone may type a plate that they have
 * seen.
 */
const isCountedElsewhere = async (
  trx: Trx,
  car: Pick<TradeVehicleRow, 'purchase_journey_id' | 'registration' | 'vin'>,
): Promise<boolean> =>
  (await findTradedInElsewhere(trx, car)).some(({ status }) => status !== 'STARTED')

/**
 * Refuses a firm offer for a car that a confirmed purchase has come to count since: nobody has looked at it. It is asked
 * when the offer is accepted and when the purchase is confirmed; of several at once, one is.
 *
 * @throws {ApiProblem} 409
 */
export async function requireCountedOnce(
  { catalogue: { brand }, now }: Deps,
  trx: Trx,
  car: TradeVehicleRow,
): Promise<void> {
  // Those who ask take turns.
  await spendPoint(trx, 'firm-offers-accepted', DAY_MS, now())
  if (!(await isCountedElsewhere(trx, car))) return
  throw conflict(
    `Another purchase already includes ${nameOf(car)} as a trade-in. Decline the offer there first, or call us on ${shownPhone(brand.phone)}.`,
  )
}

/**
 * Refuses to keep a car from other buyers for little but an old car that nobody has looked at, unless the lender has
 * looked at the buyer: as much as a cash buyer pays is left to pay, or what would be due without that old car.
 *
 * @throws {ApiProblem} 409
 */
export function requireSeenOrPaid(
  { catalogue: { brand, deposits }, now }: Deps,
  actor: Actor,
  deal: Deal,
): void {
  const withoutRules = {
    ...deal,
    vehicles: deal.vehicles.filter(({ offeredBy }) => offeredBy !== 'RULES'),
  }
  const leastCents = Math.min(deposits.cash.cents, owedCents(withoutRules))
  if (actor.type !== 'CUSTOMER' || !isUnpaid(deal) || owedCents(deal) >= leastCents) return
  const decision = creditDecisionOf(deal.journey)
  if (creditStanding(decision, deal.currentQuote, aucklandDay(now())) === 'holds') return
  throw conflict(
    `Your trade-in covers the deposit, but we haven’t inspected it yet. To reserve this car, apply for finance first, choose a deposit that leaves at least ${formatMoney(leastCents)} to pay now, or call us on ${shownPhone(brand.phone)}.`,
  )
}

/** Records a firm offer in the history of its purchase, and emails it to the buyer. */
export async function announceFirmOffer(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  car: Described & { offer_cents: number; offer_expires_at: string },
): Promise<void> {
  const vehicle = nameOf(car)
  await insertNote(trx, {
    note_id: deps.newId(),
    purchase_journey_id: journey.purchase_journey_id,
    text: `Automatic firm offer of ${formatMoney(car.offer_cents)}: ${vehicle}`,
    actor: 'system',
    at: deps.now().toISOString(),
  })
  await enqueueMail(
    deps,
    trx,
    firmOfferMail(deps, {
      ...(await findPurchaseMail(deps, trx, journey)),
      isConfirmed: journey.status !== 'STARTED',
      vehicle,
      odometerKm: car.odometer_km,
      condition: car.condition ?? '',
      offerCents: car.offer_cents,
      offerExpires: car.offer_expires_at,
    }),
    { customerId: journey.customer_id },
  )
}

export const nameOf = ({
  make,
  model,
  year,
  registration,
}: Pick<TradeVehicleRow, 'make' | 'model' | 'year' | 'registration'>): string =>
  `${make} ${model} ${year}, ${registration}`
