import type { Kysely } from 'kysely'
import type { BookedRecall, OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import { normalisePlate, plateSpellings } from '#lib/vehicles/vehicle.ts'
import type { Database } from '#server/database.ts'
import { findOwnership } from './queries.ts'
import { listOpenRecalls } from './recall-queries.ts'
import type { Deps } from '#server/deps.ts'
import { fieldError, invalid } from '#server/platform/http/api-problem.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import { findByPlate } from './register.ts'

/** A car by its registration and, where it is known, its VIN. */
interface NamedCar {
  registration: string
  vin: string | null
}

const spellingsOf = (registration: string): string[] => {
  const plate = normalisePlate(registration)
  return plate === null ? [] : plateSpellings(plate)
}

/**
 * The open recalls of some cars, in the order of the cars; the compulsory ones first. A car whose VIN is known is found
 * by it alone: its plate may have been another car's.
 */
export async function openRecallsOf(
  db: Kysely<Database>,
  cars: readonly NamedCar[],
): Promise<OpenRecall[][]> {
  const rows = await listOpenRecalls(db, {
    vins: cars.flatMap(({ vin }) => vin ?? []),
    registrations: cars.flatMap(({ registration }) => spellingsOf(registration)),
  })
  return cars.map(({ registration, vin }) => {
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
 * The recall repairs that a service booking names, which must be open for its car.
 *
 * @param customerId Whose car it may be; `null` for a visitor's.
 * @throws {ApiProblem} 400 for one that is not open for this car.
 */
export async function bookableRecalls(
  deps: Deps,
  customerId: number | null,
  registration: string,
  recallNumbers: readonly string[],
): Promise<BookedRecall[]> {
  if (recallNumbers.length === 0) return []
  const [open = []] = await openRecallsOf(deps.db, [
    { registration, vin: await vinOf(deps, customerId, registration) },
  ])
  return [...new Set(recallNumbers)].map((wanted) => {
    const found = open.find(({ recallNumber }) => recallNumber === wanted)
    if (!found) throw invalid([fieldError('recallNumbers', 'are not all open for this car')])
    return { recallNumber: found.recallNumber, title: found.title }
  })
}

/** The VIN from the customer's own record, else from the register. */
async function vinOf(
  deps: Deps,
  customerId: number | null,
  registration: string,
): Promise<string | null> {
  const own = customerId === null ? null : await findOwnership(deps.db, customerId, registration)
  if (own?.vin) return own.vin
  const plate = normalisePlate(registration)
  if (plate === null) return null
  try {
    return (await findByPlate(deps, plate))?.vin ?? null
  } catch (error) {
    if (error instanceof ProviderUnavailable) return null
    throw error
  }
}
