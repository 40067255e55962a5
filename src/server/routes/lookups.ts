import { retrieveAndCreateCar } from '#lib/contract/lookups.ts'
import { normalisePlate } from '#lib/domain/vehicle.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/api-problem.ts'
import { route, type Route } from '../http/route.ts'

export const lookupRoutes = ({ catalogue, settings }: Deps): Route[] => {
  // The sample register stands in for a real one in demo mode; without either, every car is unknown.
  const register = new Map(
    (settings.isDemo ? catalogue.sampleRegistryVehicles : []).map((car) => [car.registration, car]),
  )

  return [
    route(retrieveAndCreateCar, ({ params }) => {
      const car = register.get(normalisePlate(params.regNo) ?? '')
      if (!car) throw notFound()
      const { lowCents, highCents } = car.tradeInGuide
      return {
        car: {
          registration: car.registration,
          vin: car.vin,
          make: car.make,
          model: car.model,
          year: car.year,
          fuelType: car.fuelType,
          colour: car.mainColour,
          odometerKm: car.latestOdometerKm,
          wofExpiry: car.wofExpiry,
          tradeInGuide: { lowCents, highCents },
        },
      }
    }),
  ]
}
