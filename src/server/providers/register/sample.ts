import type { RegisterVehicle as SampleVehicle } from '#content/schema/register.ts'
import type { RegisterProvider, RegisterVehicle } from './register-provider.ts'

/** The vehicles of the content, in demo mode. */
export const sampleRegister = (vehicles: readonly SampleVehicle[]): RegisterProvider => {
  const byName = new Map(
    vehicles.flatMap((vehicle) => [
      [vehicle.registration, toVehicle(vehicle)],
      [vehicle.vin, toVehicle(vehicle)],
    ]),
  )
  return { name: 'sample', find: async (asked) => byName.get(asked) ?? null }
}

const toVehicle = (vehicle: SampleVehicle): RegisterVehicle => ({
  registration: vehicle.registration,
  vin: vehicle.vin,
  make: vehicle.make.description,
  model: vehicle.model.description,
  year: vehicle.year,
  fuelType: vehicle.fuelType,
  colour: vehicle.mainColour,
  odometerKm: vehicle.latestOdometerKm,
  wofExpiry: vehicle.wofExpiry,
  licenceExpiry: vehicle.licenceExpiry,
  isReportedStolen: vehicle.reportedStolen,
  powerKw: vehicle.powerKw ?? null,
  economy: vehicle.economy ?? null,
})
