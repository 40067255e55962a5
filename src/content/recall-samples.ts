import { normalisePlate } from '#lib/vehicles/vehicle.ts'
import type { Catalogue } from './schema/catalogue.ts'

/** A plate of the sample register to try the recalls with, and what comes of it. */
export interface RecallSample {
  registration: string
  says: string
}

/** One plate of each kind of answer that the sample data hold. */
export function recallSamples({
  brand,
  recalls,
  sampleRegistryVehicles: vehicles,
}: Catalogue): RecallSample[] {
  const completed = new Set(recalls.flatMap(({ completedVins = [] }) => completedVins))
  const recalled = new Set(recalls.flatMap(({ vins }) => vins))
  const isOurs = (make: string) => make.toLowerCase() === brand.name.toLowerCase()
  const kinds = [
    { says: 'recalled', isSo: (vin: string) => recalled.has(vin) && !completed.has(vin) },
    { says: 'put right', isSo: (vin: string) => completed.has(vin) },
    { says: 'none found', isSo: (vin: string) => !recalled.has(vin) },
  ]
  return kinds.flatMap(({ says, isSo }) => {
    const vehicle = vehicles.find(({ make, vin }) => isOurs(make.description) && isSo(vin))
    const registration = vehicle && normalisePlate(vehicle.registration)
    return registration ? [{ registration, says }] : []
  })
}
