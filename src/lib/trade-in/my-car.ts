import { DAY_MS } from '#lib/shared/durations.ts'
import type { RunningCar } from '#lib/catalogue/running-costs.ts'
import { titleCase } from '#lib/vehicles/title-case.ts'
import type { OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import type { Condition } from './trade-condition.ts'
import { adjustGuide, type Guide } from './trade-in-guide.ts'

/** The car that a visitor drives now: what the register says of it, and the distance and condition they chose. */
export interface MyCar {
  registration: string
  make: string
  model: string
  year: number
  fuelType: string
  /** The last reading of the register. */
  usualKm: number | null
  wofExpiry: string | null
  licenceExpiry: string | null
  powerKw: number | null
  economy: Pick<RunningCar, 'fuelLitresPer100Km' | 'electricityKwhPer100Km'> | null
  openRecalls: readonly OpenRecall[]
  /** The value at that reading, in good condition; `null` where nobody values it. */
  guide: Guide | null
  odometerKm: number | null
  answers: Condition['answers']
  foundAtMs: number
}

/** How long this browser keeps it: a value changes, and a browser may be shared. */
const KEPT_MS = 14 * DAY_MS

/** Reads what this browser kept; `null` for nothing, something else, or a car from too long ago. */
export function readMyCar(kept: string | null | undefined, nowMs: number): MyCar | null {
  try {
    const car = JSON.parse(kept ?? 'null') as Partial<MyCar> | null
    const isCar =
      typeof car?.registration === 'string' &&
      typeof car.model === 'string' &&
      typeof car.year === 'number' &&
      typeof car.answers === 'object' &&
      Array.isArray(car.openRecalls) &&
      typeof car.foundAtMs === 'number' &&
      nowMs - car.foundAtMs < KEPT_MS
    return isCar ? (car as MyCar) : null
  } catch {
    return null
  }
}

/** As people say it: `2021 Tarvane Cove`. */
export const myCarName = ({ year, make, model }: Pick<MyCar, 'year' | 'make' | 'model'>): string =>
  `${year} ${titleCase(make)} ${titleCase(model)}`

/** Its guide value at the distance and in the condition its owner chose. */
export const myCarGuide = ({ guide, usualKm, odometerKm, answers }: MyCar): Guide | null =>
  guide &&
  adjustGuide(guide, {
    usualKm,
    odometerKm: odometerKm ?? usualKm ?? 0,
    condition: { answers },
  })

/** How it is driven, by the register's name of its fuel; `null` for a name that does not say. */
export function myCarPowertrain(fuelType: string): string | null {
  const fuel = fuelType.toUpperCase()
  if (/PLUG-?IN/.test(fuel)) return 'PHEV'
  if (fuel === 'ELECTRIC') return 'EV'
  if (fuel.startsWith('DIESEL')) return 'DIESEL'
  return fuel.startsWith('PETROL') ? 'PETROL' : null
}
