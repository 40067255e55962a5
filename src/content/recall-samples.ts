import { normalisePlate } from '#lib/vehicles/vehicle.ts'
import type { Catalogue } from './schema/catalogue.ts'

/** A plate of the sample register for each kind of result: `TOI101 (recalled)`. */
export function recallSamples({
  brand,
  recalls,
  sampleRegistryVehicles: vehicles,
}: Catalogue): string[] {
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
    return registration ? [`${registration} (${says})`] : []
  })
}
