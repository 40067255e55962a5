import { MAX_VEHICLES } from '#lib/shared/constants.ts'
import type { Vehicle } from '#lib/vehicles/shapes.ts'
import { addMonths, aucklandDay } from '#lib/shared/dates.ts'
import { titleCase } from '#lib/vehicles/title-case.ts'
import { normalisePlate, normalisePlateOrVin } from '#lib/vehicles/vehicle.ts'
import {
  endOwnerships,
  findEnded,
  findOwnership,
  findOwnershipByVin,
  listOwnerships,
  reopenOwnership,
  saveOwnership,
} from './queries.ts'
import { listBookings } from '#server/service/queries.ts'
import { lockCustomer } from '#server/customers/queries.ts'
import type { OwnershipRow } from './tables.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, fieldError, invalid } from '#server/platform/http/api-problem.ts'
import { getCustomer, isElectricCar } from '#server/customers/customers.ts'
import { openRecallsOf } from './open-recalls.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { spendDaily } from '#server/platform/http/daily-limits.ts'
import { spendOfNetwork, type Caller } from '#server/platform/http/network-budgets.ts'
import { findByPlate, findVehicle, isUnanswered, spendQuestions } from './register.ts'

/** How many bookings are read to find those of a customer's cars. */
const BOOKINGS = 50

/** @throws {ApiProblem} 404 when there is no such customer: only staff get so far. */
export async function listVehicles(
  deps: Deps,
  caller: Caller,
  customerId: number,
): Promise<{ vehicles: Vehicle[] }> {
  await getCustomer(deps, customerId)
  return { vehicles: await viewVehicles(deps, caller, await listOwnerships(deps.db, customerId)) }
}

async function viewVehicles(deps: Deps, caller: Caller, rows: OwnershipRow[]): Promise<Vehicle[]> {
  const [first] = rows
  if (!first) return []
  const now = deps.now().toISOString()
  const recalls = await openRecallsOf(deps.db, rows)
  const bookings = (await listBookings(deps.db, first.customer_id, BOOKINGS))
    .filter(({ status, ends_at }) => status === 'BOOKED' && ends_at > now)
    .reverse()
  const expiries = await Promise.all(rows.map((row) => expiriesOf(deps, caller, row)))
  return rows.map((row, at) => {
    const { registration, make, model } = row
    const booking = bookings.find((one) => one.registration === registration)
    return {
      registration,
      vin: row.vin,
      make: { description: make },
      model: { description: model },
      year: row.year,
      isElectric: isElectricCar(deps, { make, model }),
      since: row.since_day,
      ...expiries[at]!,
      warranty:
        row.warranty_until === null || row.warranty_km === null
          ? null
          : { until: row.warranty_until, km: row.warranty_km },
      nextService: nextServiceOf(deps, row),
      booking: booking ? { bookingId: booking.booking_id, startsAt: booking.starts_at } : null,
      openRecalls: recalls[at]!,
      purchaseJourneyId: row.purchase_journey_id,
    }
  })
}

type Expiries = Pick<Vehicle, 'wofExpiry' | 'licenceExpiry'>
const UNKNOWN: Expiries = { wofExpiry: null, licenceExpiry: null }

/**
 * When a car's Warrant of Fitness and its licence end, from the register; `null` when the register does not answer, or
 * was asked too often for this customer today.
 */
async function expiriesOf(
  deps: Deps,
  caller: Caller,
  { registration, customer_id }: OwnershipRow,
): Promise<Expiries> {
  const plate = normalisePlate(registration)
  if (plate === null) return UNKNOWN
  try {
    const spend = async () => {
      await spendDaily(deps, deps.db, 'LIMIT_LISTED_CARS_PER_DAY', customer_id)
      await spendQuestions(deps, caller)()
    }
    const found = (await findByPlate(deps, plate, spend)) ?? UNKNOWN
    return { wofExpiry: found.wofExpiry, licenceExpiry: found.licenceExpiry }
  } catch (error) {
    if (isUnanswered(error)) return UNKNOWN
    throw error
  }
}

function nextServiceOf(
  { catalogue, now }: Deps,
  { first_service_day: first }: OwnershipRow,
): Vehicle['nextService'] {
  if (first === null) return null
  const today = aucklandDay(now())
  const { months } = catalogue.service.interval
  let times = 0
  while (addMonths(first, times * months) < today) times++
  return { day: addMonths(first, times * months), isFirst: times === 0 }
}

/**
 * Adds a car to a customer's cars. One they have stays, and one they removed comes back.
 *
 * @param typed A registration or a VIN.
 * @throws {ApiProblem} 400 for a car that the register does not know, 404, 409 beyond the number that one customer
 *   may have, 429 beyond what may be asked in a day.
 * @throws {ProviderUnavailable} When the register does not answer.
 */
export async function addVehicle(
  deps: Deps,
  caller: Caller,
  customerId: number,
  typed: string,
): Promise<Vehicle> {
  await getCustomer(deps, customerId)
  const asked = normalisePlateOrVin(typed)!
  const isVin = normalisePlate(typed) === null
  const before = isVin
    ? await findOwnershipByVin(deps.db, customerId, asked)
    : ((await findOwnership(deps.db, customerId, asked)) ??
      (await findEnded(deps.db, customerId, asked)))
  // The register charges for each question, and each car it knows is stored.
  if (!before && caller.actor.type === 'CUSTOMER') {
    await spendDaily(deps, deps.db, 'LIMIT_ADDED_CARS_PER_DAY', customerId)
    await spendOfNetwork(deps, deps.db, 'addedCars', caller)
  }
  const find = isVin ? findVehicle : findByPlate
  const known = before ? null : await find(deps, asked, spendQuestions(deps, caller))
  if (!before && !known)
    throw invalid([
      fieldError(
        'registration',
        `is not in the register. Please check the ${isVin ? 'VIN' : 'plate'}`,
      ),
    ])
  const now = deps.now()
  const row = await transact(deps, async (trx) => {
    await lockCustomer(trx, customerId)
    const plate = before?.registration ?? known!.registration
    const own = await findOwnership(trx, customerId, plate)
    if (own) return own
    if ((await listOwnerships(trx, customerId)).length >= MAX_VEHICLES)
      throw conflict(`You can have up to ${MAX_VEHICLES} cars here. Please remove one first.`)
    if (before) await reopenOwnership(trx, before.id, now.toISOString())
    else
      await saveOwnership(trx, {
        customer_id: customerId,
        registration: plate,
        vin: known!.vin,
        make: titleCase(known!.make),
        model: titleCase(known!.model),
        year: known!.year,
        since_day: aucklandDay(now),
        added_at: now.toISOString(),
      })
    return (await findOwnership(trx, customerId, plate))!
  })
  const [vehicle] = await viewVehicles(deps, caller, [row])
  return vehicle!
}

/** Removes a car from a customer's cars. */
export async function removeVehicle(
  deps: Deps,
  customerId: number,
  registration: string,
): Promise<void> {
  await getCustomer(deps, customerId)
  await endOwnerships(deps.db, customerId, [normalisePlate(registration)!], aucklandDay(deps.now()))
}
