import type { findRecalls as findRecallsCall } from '#lib/vehicles/calls.ts'
import { normalisePlate, normaliseVin, plateSpellings } from '#lib/vehicles/vehicle.ts'
import type { z } from '#lib/shared/zod.ts'
import {
  findRecallVehicleByPlate,
  findRecallVehicleByVin,
  listRecalls,
  recallsUpdatedAt,
} from './recall-queries.ts'
import type { Deps } from '#server/deps.ts'
import { fieldError, invalid } from '#server/platform/http/api-problem.ts'
import type { RegisterVehicle } from '#server/providers/register/register-provider.ts'
import type { Caller } from '#server/platform/http/network-budgets.ts'
import { findByPlate, findVehicle, isUnanswered, spendQuestions } from './register.ts'

type Typed = z.output<(typeof findRecallsCall)['query']>
type Found = z.input<(typeof findRecallsCall)['answer']>

/** The typed registration and VIN, normalised; at least one is set. */
interface Named {
  registration: string | null
  vin: string | null
}

type Vehicle = Omit<RegisterVehicle, 'registration'> & { registration: string | null }

/**
 * The recalls of a vehicle of the brand, by its registration, its VIN or both; both must match one vehicle
 * (decision 46).
 *
 * @throws {ApiProblem} 400 `Validation` without either, `InvalidRecallInfo` for a vehicle we do not know.
 * @throws {ProviderUnavailable | ApiProblem} When the register does not answer, or 429 when it was asked too often, and
 *   our recalls do not know the vehicle.
 */
export async function findRecalls(deps: Deps, caller: Caller, typed: Typed): Promise<Found> {
  const registration = normalisePlate(typed.registration ?? '')
  const vin = normaliseVin(typed.vinNumber ?? '')
  if (registration === null && vin === null)
    throw invalid([
      fieldError('registration', 'Enter a registration or a VIN'),
      fieldError('vinNumber', 'Enter a registration or a VIN'),
    ])

  const vehicle = await vehicleOf(deps, caller, { registration, vin })
  const named = registration === null ? 'vinNumber' : 'registration'
  const brand = deps.catalogue.brand.name
  if (vehicle === null)
    throw notOurs(
      named,
      `We couldn’t find this ${registration === null ? 'VIN' : 'registration'}. Please check it.`,
    )
  if (vin !== null && vin !== vehicle.vin)
    throw notOurs('vinNumber', 'This VIN doesn’t belong to the vehicle with this registration.')
  if (vehicle.make.toLowerCase() !== brand.toLowerCase())
    throw notOurs(
      named,
      `This ${registration === null ? 'VIN' : 'registration'} is for another make of car. We only have recalls for ${brand} vehicles.`,
    )

  const recalls = vehicle.vin === null ? [] : await listRecalls(deps.db, vehicle.vin)
  return {
    vehicle: {
      registration: vehicle.registration,
      vin: vehicle.vin,
      make: { description: vehicle.make },
      model: { description: vehicle.model },
      year: vehicle.year,
    },
    recalls: recalls.map((recall) => ({
      recallNumber: recall.recall_number,
      title: recall.title,
      description: recall.description,
      remedy: recall.remedy,
      severity: recall.severity,
      published: recall.published,
      status: recall.status,
    })),
    checkedAt: deps.now().toISOString(),
    source: { name: `${brand} recalls`, updatedAt: await recallsUpdatedAt(deps.db) },
  }
}

/**
 * A vehicle from the register, else from our own recalls.
 *
 * @throws {ProviderUnavailable | ApiProblem} When the register does not answer, or 429 when it was asked too often, and
 *   our recalls do not know the vehicle.
 */
export async function vehicleOf(
  deps: Deps,
  caller: Caller,
  { registration, vin }: Named,
): Promise<Vehicle | null> {
  const spend = spendQuestions(deps, caller)
  let outage: unknown = null
  try {
    const vehicle =
      registration !== null
        ? await findByPlate(deps, registration, spend)
        : await findVehicle(deps, vin!, spend)
    if (vehicle) return vehicle
  } catch (error) {
    if (!isUnanswered(error)) throw error
    outage = error
  }
  const own = await ownVehicle(deps, { registration, vin })
  if (own === null && outage) throw outage
  if (own === null) return null
  const { vin: ownVin, registration: ownPlate, model, year } = own
  const make = deps.catalogue.brand.name
  return { ...UNKNOWN_FACTS, registration: ownPlate, vin: ownVin, make, model, year }
}

/** The facts that our recalls do not hold. */
const UNKNOWN_FACTS = {
  fuelType: '',
  colour: '',
  odometerKm: null,
  wofExpiry: null,
  licenceExpiry: null,
  isReportedStolen: false,
  powerKw: null,
  economy: null,
}

async function ownVehicle({ db }: Deps, { registration, vin }: Named) {
  const byPlate =
    registration === null ? null : await findRecallVehicleByPlate(db, plateSpellings(registration))
  if (byPlate || vin === null) return byPlate
  const byVin = await findRecallVehicleByVin(db, vin)
  // A vehicle with a known plate has no other; one without a known plate may have this one.
  return registration !== null && byVin?.registration ? null : byVin
}

const notOurs = (property: string, message: string) =>
  invalid([fieldError(property, message)], 'InvalidRecallInfo')
