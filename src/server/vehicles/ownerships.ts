import type { Quote } from '#lib/quotes/shapes.ts'
import { countsTradeIn } from '#lib/payments/pay-options.ts'
import { addMonths, aucklandDay } from '#lib/shared/dates.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { normalisePlate, plateSpellings } from '#lib/vehicles/vehicle.ts'
import type { Trx } from '#server/database.ts'
import { endOwnerships, isAnotherCustomers, saveOwnership } from './queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { findTradeVehicles } from '#server/trade-in/queries.ts'
import { findPurchaseCar } from '#server/stock/car-queries.ts'
import type { Deps } from '#server/deps.ts'
import { spendPoint } from '#server/platform/database/rate-counters.ts'
import { fieldError, invalid } from '#server/platform/http/api-problem.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import { findByPlate } from './register.ts'

/** A new car's plate as staff typed it, with the VIN that the register has for it. */
export interface NewPlate {
  registration: string
  vin: string | null
}

/** Staff hand cars over, and their questions to the register aren't limited. */
const asStaff = async () => {}

const wrongPlate = (message: string) => invalid([fieldError('registration', message)])

/**
 * Checks the plate of a car that is about to be handed over. The register may not know a new car yet, or not answer:
 * then the plate counts as staff typed it.
 *
 * @throws {ApiProblem} 400 for an invalid plate, or the plate of a car of another make.
 */
export async function readNewPlate(deps: Deps, typed: string): Promise<NewPlate> {
  const registration = normalisePlate(typed)
  if (registration === null)
    throw wrongPlate('Enter one to six letters and digits, as on the plate')
  const vehicle = await findByPlate(deps, registration, asStaff).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) return null
    throw error
  })
  if (vehicle && vehicle.make.toLowerCase() !== deps.catalogue.brand.name.toLowerCase())
    throw wrongPlate(
      `belongs to a ${vehicle.make} ${vehicle.model} ${vehicle.year}. Please check the plate`,
    )
  return { registration, vin: vehicle?.vin ?? null }
}

/** The warranty and first service of a car from its hand-over. */
export function aftercareOf(
  { catalogue: { warranty, service } }: Pick<Deps, 'catalogue'>,
  day: string,
) {
  return {
    warrantyUntil: addMonths(day, warranty.vehicle.years * 12),
    warrantyKm: warranty.vehicle.km,
    firstServiceDay: addMonths(day, service.interval.months),
    firstServiceKm: service.interval.km,
  }
}

/**
 * Adds the car of a purchase to the customer's cars and ends the ownership of the cars they traded in (decision 68).
 *
 * @throws {ApiProblem} 400 for a plate that is on record as another customer's car.
 */
export async function takeOver(
  deps: Deps,
  trx: Trx,
  { journey, quote, plate }: { journey: PurchaseJourneyRow; quote: Quote; plate: NewPlate },
): Promise<ReturnType<typeof aftercareOf>> {
  const { customer_id, purchase_journey_id } = journey
  const now = deps.now()
  const day = aucklandDay(now)
  // Of two hand-overs at once, the second waits here for the end of the first: it may have the same plate.
  await spendPoint(trx, 'hand-over', DAY_MS, now)
  if (await isAnotherCustomers(trx, customer_id, plate.registration))
    throw wrongPlate('is on record as another customer’s car. Please check the plate')
  const tradedIn = (await findTradeVehicles(trx, [purchase_journey_id]))
    // Before a lease, an offer may have been accepted. Its car stays the customer's.
    .filter(({ status }) => status === 'APPRAISAL_ACCEPTED' && countsTradeIn(quote.payOption))
    .flatMap(({ registration }) => plateSpellings(registration))
  await endOwnerships(trx, customer_id, tradedIn, day)
  const aftercare = aftercareOf(deps, day)
  const { brand, models } = deps.catalogue
  const { kdcd, modelName } = quote.vehicle
  const variant = models
    .flatMap(({ variants }) => variants)
    .find(({ options }) => options.some((option) => option.kdcd === kdcd))
  await saveOwnership(trx, {
    customer_id,
    registration: plate.registration,
    vin: (await findPurchaseCar(trx, journey))?.vin ?? plate.vin,
    make: brand.name,
    model: modelName,
    year: variant?.modelYear ?? Number(day.slice(0, 4)),
    purchase_journey_id,
    since_day: day,
    warranty_until: aftercare.warrantyUntil,
    warranty_km: aftercare.warrantyKm,
    first_service_day: aftercare.firstServiceDay,
    first_service_km: aftercare.firstServiceKm,
  })
  return aftercare
}
