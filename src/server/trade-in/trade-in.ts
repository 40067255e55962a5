import type { TradeInformationInput, TradeVehicleInput } from '#lib/purchases/forms.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { readCondition } from '#lib/trade-in/trade-condition.ts'
import { adjustGuide } from '#lib/trade-in/trade-in-guide.ts'
import { normalisePlate } from '#lib/vehicles/vehicle.ts'
import type { Trx } from '#server/database.ts'
import { deleteFiles } from '#server/purchase-files/queries.ts'
import type { TradeVehicleRow } from './tables.ts'
import { findTradeVehicles, photosOf, replaceTradeVehicles } from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { ApiProblem, conflict, fieldError, invalid } from '#server/platform/http/api-problem.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { requireFewAppraisals } from '#server/customers/quotas.ts'
import { spendOfNetwork, type Caller } from '#server/platform/http/network-budgets.ts'
import { keptAnswer } from '#server/vehicles/register.ts'
import { keptGuide } from '#server/vehicles/valuations.ts'
import { announceFirmOffer, firmOfferFor, requireCountedOnce } from './firm-offers.ts'

/**
 * Replaces the trade-ins of a journey with the client's. A vehicle keeps the fields of the server: status, guide, offer
 * and the day it was confirmed.
 *
 * @returns Those whose offer is accepted with it.
 * @throws {ApiProblem} 400 naming the field, 409 when there is no offer to accept or too many wait for one, 429.
 */
export async function writeTradeVehicles(
  deps: Deps,
  trx: Trx,
  caller: Caller,
  journey: PurchaseJourneyRow,
  { vehicles }: TradeInformationInput,
): Promise<TradeVehicleRow[]> {
  const { purchase_journey_id: purchaseJourneyId, customer_id } = journey
  const known = await findTradeVehicles(trx, [purchaseJourneyId])
  const rows: TradeVehicleRow[] = []
  const offered: FirmlyOffered[] = []
  for (const [position, input] of vehicles.entries()) {
    const property = `tradeInformation.vehicles.${position}`
    const registration = normalisePlate(input.registration)
    if (registration === null)
      throw invalid([
        fieldError(
          `${property}.registration`,
          'Enter one to six letters and digits, as on the plate',
        ),
      ])
    if (rows.some((row) => row.registration === registration))
      throw invalid([fieldError(`${property}.registration`, 'is already in this purchase')])
    // A retry without the ids of its first sending finds the vehicles by their plates.
    const free = known.filter((row) => !rows.some((taken) => isSame(taken, row)))
    const before =
      free.find(({ trade_vehicle_id }) => trade_vehicle_id === input.id) ??
      free.find((row) => row.registration === registration)
    const facts = factsOf(input, registration)
    const server = before && isAlike(before, facts) ? before : await fresh(deps, trx, before, facts)
    const row = {
      ...server,
      ...facts,
      photos: photosAfter(before, input.photos, property),
      purchase_journey_id: purchaseJourneyId,
      position,
    }
    const changed = { ...row, ...(await requested(deps, trx, row, input.request, property)) }
    rows.push(changed)
    if (isFirmlyOffered(changed, server)) offered.push(changed)
  }
  const kept = new Set(rows.flatMap(photosOf))
  await deleteFiles(
    trx,
    known.flatMap(photosOf).filter((photo) => !kept.has(photo)),
  )
  await replaceTradeVehicles(trx, purchaseJourneyId, rows)
  const newly = (status: TradeVehicleRow['status']) =>
    rows.filter(
      (row) =>
        row.status === status &&
        !known.some((before) => before.status === status && isSame(before, row)),
    )
  await spendAppraisals(deps, trx, caller, customer_id, newly('APPRAISAL_REQUESTED').length)
  if (offered.length > 0) await spendOfNetwork(deps, trx, 'appraisals', caller, offered.length)
  for (const row of offered) await announceFirmOffer(deps, trx, journey, row)
  return newly('APPRAISAL_ACCEPTED')
}

/**
 * Counts trade-ins for which an offer was just requested.
 *
 * @throws {ApiProblem} 409 when too many of the customer wait for one, 429 beyond the limit of their network.
 */
export async function spendAppraisals(
  deps: Deps,
  trx: Trx,
  caller: Caller,
  customerId: number,
  count: number,
): Promise<void> {
  if (count === 0) return
  await requireFewAppraisals(deps, trx, caller.actor, customerId)
  await spendOfNetwork(deps, trx, 'appraisals', caller, count)
}

/**
 * The photos of a vehicle as the client writes them: some of those it has, in any order. Unless it says, they stay.
 *
 * @throws {ApiProblem} 400 for one that it has not, 409 when an offer was made for the car as they show it.
 */
function photosAfter(
  before: TradeVehicleRow | undefined,
  photos: TradeVehicleInput['photos'],
  property: string,
): string {
  const there = before ? photosOf(before) : []
  const wanted = photos ? [...new Set(photos)] : there
  if (!wanted.every((photo) => there.includes(photo)))
    throw invalid([fieldError(`${property}.photos`, 'are not all photos of this car')])
  if (before && before.offer_cents !== null && wanted.length < there.length)
    throw conflict('We’ve already made an offer for this car.')
  return JSON.stringify(wanted)
}

type Facts = ReturnType<typeof factsOf>

/** The client's fields of a vehicle. */
const factsOf = (input: TradeVehicleInput, registration: string) => ({
  registration,
  vin: input.vin || null,
  make: input.make,
  model: input.model,
  year: input.year,
  odometer_km: input.odometerKm,
  condition: input.condition || null,
  owing_cents: input.owingCents,
})

const isSame = (a: TradeVehicleRow, b: TradeVehicleRow) => a.trade_vehicle_id === b.trade_vehicle_id

const isAlike = (row: TradeVehicleRow, facts: Facts): boolean =>
  Object.entries(facts).every(([column, value]) => row[column as keyof Facts] === value)

type ServerFields = Omit<
  TradeVehicleRow,
  keyof Facts | 'photos' | 'purchase_journey_id' | 'position'
>

/** The server's fields of a vehicle without an offer. An offer is void once its vehicle is described differently. */
async function fresh(
  deps: Deps,
  trx: Trx,
  before: TradeVehicleRow | undefined,
  { registration, odometer_km, condition }: Facts,
): Promise<ServerFields> {
  // The guide is shown, never deducted (decision 32).
  const known = (await keptAnswer(deps, trx, registration))?.vehicle
  const value = (await keptGuide(deps, trx, registration))?.guide
  const guide =
    known &&
    value &&
    adjustGuide(value, {
      usualKm: known.odometerKm,
      odometerKm: odometer_km,
      condition: readCondition(condition ?? ''),
    })
  return {
    trade_vehicle_id: before?.trade_vehicle_id ?? deps.newId(),
    status: 'TRADE_ADDED',
    guide_low_cents: guide?.lowCents ?? null,
    guide_high_cents: guide?.highCents ?? null,
    offer_cents: null,
    offer_expires_at: null,
    offered_by: null,
    appraisal_requested_at: null,
    confirmed_date: before?.confirmed_date ?? aucklandDay(deps.now()),
  }
}

type Requested = Partial<
  Pick<
    TradeVehicleRow,
    'status' | 'offer_cents' | 'offer_expires_at' | 'offered_by' | 'appraisal_requested_at'
  >
>

/** Makes a firm offer for a car within the rules; a person appraises any other. */
const asked = async (deps: Deps, trx: Trx, vehicle: TradeVehicleRow): Promise<Requested> => ({
  appraisal_requested_at: deps.now().toISOString(),
  ...((await firmOfferFor(deps, trx, vehicle)) ?? {
    status: 'APPRAISAL_REQUESTED',
    offer_cents: null,
    offer_expires_at: null,
    offered_by: null,
  }),
})

type FirmlyOffered = TradeVehicleRow & { offer_cents: number; offer_expires_at: string }

/** Whether a change made a firm offer. */
export const isFirmlyOffered = (
  row: TradeVehicleRow,
  before: Pick<TradeVehicleRow, 'offer_expires_at'>,
): row is FirmlyOffered =>
  row.offered_by === 'RULES' &&
  row.offer_cents !== null &&
  row.offer_expires_at !== null &&
  row.offer_expires_at !== before.offer_expires_at

/** The changes that a customer's request makes to a vehicle. A repeated request changes nothing. */
export async function requested(
  deps: Deps,
  trx: Trx,
  vehicle: TradeVehicleRow,
  request: TradeVehicleInput['request'],
  property: string,
): Promise<Requested> {
  const { status, offer_expires_at } = vehicle
  const holds = offer_expires_at !== null && deps.now().getTime() < Date.parse(offer_expires_at)
  if (request === 'APPRAISAL') {
    if (status === 'TRADE_ADDED') return asked(deps, trx, vehicle)
    // A request after acceptance withdraws it; an expired offer is requested again.
    if (status === 'APPRAISAL_ACCEPTED' && holds) return { status: 'APPRAISAL_DONE' }
    return status === 'APPRAISAL_REQUESTED' || holds ? {} : asked(deps, trx, vehicle)
  }
  if (request !== 'ACCEPT' || status === 'APPRAISAL_ACCEPTED') return {}
  if (status === 'APPRAISAL_DONE' && holds) {
    if (vehicle.offered_by === 'RULES') await requireCountedOnce(deps, trx, vehicle)
    return { status: 'APPRAISAL_ACCEPTED' }
  }
  throw new ApiProblem(409, 'Conflict', 'There’s no offer to accept for this vehicle.', [
    fieldError(`${property}.request`, 'has no offer to accept'),
  ])
}
