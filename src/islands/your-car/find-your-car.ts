import { failureMessage } from '#lib/api/failure.ts'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import type { MyCar } from '#lib/trade-in/my-car.ts'
import { normalisePlate } from '#lib/vehicles/vehicle.ts'
import { $config, loadConfig } from '#stores/site/config.ts'
import { lookUpCar, type RegisteredCar } from '#stores/site/look-up-car.ts'

/** Why there is no car. */
export interface Trouble {
  kind: 'plate' | 'unknown' | 'off' | 'failed'
  message: string
}

const toMyCar = (car: RegisteredCar): MyCar => ({
  registration: car.registration,
  make: car.make.description,
  model: car.model.description,
  year: car.year,
  fuelType: car.fuelType,
  usualKm: car.odometerKm,
  wofExpiry: car.wofExpiry,
  licenceExpiry: car.licenceExpiry ?? null,
  powerKw: car.powerKw ?? null,
  economy: car.economy ?? null,
  openRecalls: car.openRecalls ?? [],
  guide: car.tradeInGuide,
  odometerKm: car.odometerKm,
  answers: {},
  foundAtMs: serverNowMs(),
})

/** Looks up the car of a typed plate. */
export async function findYourCar(typed: string): Promise<MyCar | Trouble> {
  const plate = normalisePlate(typed)
  if (plate === null)
    return {
      kind: 'plate',
      message: 'Please enter one to six letters and digits, as on the plate.',
    }
  await loadConfig()
  if ($config.get()?.providers.register === 'off')
    return {
      kind: 'off',
      message: 'We can’t look up cars online. Your dealer can tell you what yours is worth.',
    }
  const answer = await lookUpCar(plate)
  if (answer.ok) return toMyCar(answer.value)
  const isUnknown = 'status' in answer.failure && answer.failure.status === 404
  return isUnknown
    ? {
        kind: 'unknown',
        message: `We couldn’t find ${plate} in the register. Check the plate and try again, or ask your dealer what your car is worth.`,
      }
    : { kind: 'failed', message: failureMessage(answer.failure) }
}
