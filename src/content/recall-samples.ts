import { normalisePlate } from '#lib/vehicles/vehicle.ts'
import type { Catalogue } from './schema/catalogue.ts'

/** A plate of the sample register to try the recall check with, and its result. */
export interface RecallSample {
  registration: string
  says: string
}

/** One plate for each kind of result in the sample data. */
export function recallSamples({
  brand,
  recalls,
  sampleRegistryVehicles: vehicles,
}: Catalogue): RecallSample[] {
  const completed = new Set(recalls.flatMap(({ completedVins = [] }) => completedVins))
  const recalled = new Set(recalls.flatMap(({ vins }) => vins))
  const isOurs = (make: string) => make.toLowerCase() === brand.name.toLowerCase()
  const kinds = [
    { says: 'recalled', matches: (vin: string) => recalled.has(vin) && !completed.has(vin) },
    { says: 'repaired', matches: (vin: string) => completed.has(vin) },
    { says: 'none found', matches: (vin: string) => !recalled.has(vin) },
  ]
  return kinds.flatMap(({ says, matches }) => {
    const vehicle = vehicles.find(({ make, vin }) => isOurs(make.description) && matches(vin))
    const registration = vehicle && normalisePlate(vehicle.registration)
    return registration ? [{ registration, says }] : []
  })
}
