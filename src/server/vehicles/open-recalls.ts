import type { BookedRecall, OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import { normalisePlate, normaliseVin, plateSpellings } from '#lib/vehicles/vehicle.ts'
import type { Db } from '#server/database.ts'
import { findOwnership } from './queries.ts'
import { listOpenRecalls } from './recall-queries.ts'
import type { Deps } from '#server/deps.ts'
import { fieldError, invalid } from '#server/platform/http/api-problem.ts'
import type { Caller } from '#server/platform/http/network-budgets.ts'
import { findByPlate, isUnanswered, keptAnswer, spendQuestions } from './register.ts'

/** A car by its registration, or a VIN in its place, and its VIN where that is known. */
interface NamedCar {
  registration: string
  vin: string | null
}

interface TypedCar {
  /** Whose car it may be; `null` for a visitor's. */
  customerId: number | null
  registration: string
  vin?: string | null | undefined
}

const spellingsOf = (registration: string): string[] => {
  const plate = normalisePlate(registration)
  return plate === null ? [] : plateSpellings(plate)
}

/**
 * The open recalls of some cars, in the order of the cars; the compulsory ones first. A car whose VIN is known is found
 * by it alone: its plate may have been another car's.
 */
export async function openRecallsOf(db: Db, cars: readonly NamedCar[]): Promise<OpenRecall[][]> {
  const vinOfCar = ({ registration, vin }: NamedCar) => vin ?? normaliseVin(registration)
  const rows = await listOpenRecalls(db, {
    vins: cars.flatMap((car) => vinOfCar(car) ?? []),
    registrations: cars.flatMap(({ registration }) => spellingsOf(registration)),
  })
  return cars.map((car) => {
    const { registration } = car
    const vin = vinOfCar(car)
    const spellings = spellingsOf(registration)
    return rows
      .filter((row) =>
        vin === null
          ? row.registration !== null && spellings.includes(row.registration)
          : row.vin === vin,
      )
      .map(({ recall_number: recallNumber, title, description, remedy, severity }) => ({
        recallNumber,
        title,
        description,
        remedy,
        severity,
      }))
  })
}

/**
 * The recall repairs that a service booking names, which must be open for its car. The register is asked about the car
 * whether or not any are named, so that its open recalls are known (decision 69).
 *
 * @param customerId Whose car it may be; `null` for a visitor's.
 * @throws {ApiProblem} 400 for one that is not open for this car.
 */
export async function bookableRecalls(
  deps: Deps,
  caller: Caller,
  { customerId, registration }: Pick<TypedCar, 'customerId' | 'registration'>,
  recallNumbers: readonly string[],
): Promise<BookedRecall[]> {
  const vin =
    (await ownVin(deps.db, customerId, registration)) ??
    (await registerVin(deps, caller, registration))
  const [open = []] = await openRecallsOf(deps.db, [{ registration, vin }])
  return [...new Set(recallNumbers)].map((wanted) => {
    const found = open.find(({ recallNumber }) => recallNumber === wanted)
    if (!found) throw invalid([fieldError('recallNumbers', 'are not all open for this car')])
    return { recallNumber: found.recallNumber, title: found.title }
  })
}

/** The open recalls of a car that a customer names, by what is stored: the register is not asked. */
export async function storedOpenRecalls(
  deps: Deps,
  db: Db,
  { customerId, registration, vin: named = null }: TypedCar,
): Promise<OpenRecall[]> {
  let vin = named ?? (await ownVin(db, customerId, registration))
  for (const spelling of spellingsOf(registration))
    vin ??= (await keptAnswer(deps, db, spelling))?.vehicle?.vin ?? null
  const [open = []] = await openRecallsOf(db, [{ registration, vin }])
  return open
}

/** The VIN from the customer's own record. */
const ownVin = async (db: Db, customerId: number | null, registration: string) =>
  customerId === null ? null : ((await findOwnership(db, customerId, registration))?.vin ?? null)

async function registerVin(
  deps: Deps,
  caller: Caller,
  registration: string,
): Promise<string | null> {
  const plate = normalisePlate(registration)
  if (plate === null) return null
  try {
    return (await findByPlate(deps, plate, spendQuestions(deps, caller)))?.vin ?? null
  } catch (error) {
    if (isUnanswered(error)) return null
    throw error
  }
}
