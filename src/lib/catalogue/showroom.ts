import { capitalised } from '#lib/shared/words.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { inWords } from '#lib/shared/in-words.ts'

/** How the catalogue's codes and figures read on a page. Pure: works on plain catalogue data. */

const POWERTRAINS: Record<string, string> = {
  PETROL: 'Petrol',
  HYBRID: 'Hybrid',
  PHEV: 'Plug-in hybrid',
  EV: 'Electric',
  DIESEL: 'Diesel',
}
const BODY_TYPES: Record<string, string> = {
  HATCHBACK: 'Hatchback',
  SEDAN: 'Sedan',
  SUV: 'SUV',
  WAGON: 'Wagon',
  CROSSOVER: 'Crossover',
  UTE: 'Ute',
  VAN: 'Van',
}
const DRIVES: Record<string, string> = {
  FWD: 'Front-wheel drive',
  RWD: 'Rear-wheel drive',
  AWD: 'All-wheel drive',
  '4WD': 'Four-wheel drive',
}

export const powertrainName = (code: string): string => POWERTRAINS[code] ?? code
export const bodyTypeName = (code: string): string => BODY_TYPES[code] ?? code
export const driveName = (code: string): string => DRIVES[code] ?? code

interface PricedVariant {
  powertrain: string
  stockLevel: string
  options: readonly { totalPriceCents: number; stockLevel: string }[]
}
interface OnRoadCosts {
  standardCents: number
  byPowertrain: Readonly<Record<string, number>>
}

/**
 * The lowest drive-away price of a grade in integer cents: its cheapest option with GST and on-road
 * costs. A from-price shows it, since no charge may be added to it later.
 */
export const driveAwayFromCents = (variant: PricedVariant, onRoad: OnRoadCosts): number =>
  Math.min(...variant.options.map((option) => option.totalPriceCents)) +
  (onRoad.byPowertrain[variant.powertrain] ?? onRoad.standardCents)

/** The lowest drive-away price of a model in integer cents. */
export const modelFromCents = (
  model: { variants: readonly PricedVariant[] },
  onRoad: OnRoadCosts,
): number => Math.min(...model.variants.map((variant) => driveAwayFromCents(variant, onRoad)))

/** The powertrains of a model, each once, as in `Petrol or hybrid`. */
export const modelPowertrains = (model: { variants: readonly { powertrain: string }[] }): string =>
  capitalised(
    inWords(
      [...new Set(model.variants.map((variant) => powertrainName(variant.powertrain)))],
      'or',
    ),
  )

interface EnergyEconomy {
  testCycle: string
  fuelLitresPer100Km: number | null
  electricityKwhPer100Km: number | null
  co2GramsPerKm: number | null
  electricRangeKm: number | null
  energyStars: number | null
  co2Stars: number | null
  yearlyCostCents: number | null
}

const NOT_AVAILABLE = 'Not available'
const starsOf6 = (stars: number | null) =>
  stars === null ? NOT_AVAILABLE : `${stars} out of 6 stars`

/**
 * The vehicle energy economy label as text, which the regulations require with a listing.
 * A figure that the car does not have is left out; one that is not known says so.
 */
export function energyLabel(
  economy: EnergyEconomy,
  annualDistanceKm: number,
): { label: string; value: string }[] {
  const { fuelLitresPer100Km, electricityKwhPer100Km, electricRangeKm } = economy
  const distance = formatNumber(annualDistanceKm)
  const cost =
    economy.yearlyCostCents === null
      ? NOT_AVAILABLE
      : `${formatMoney(economy.yearlyCostCents)} for ${distance} km`
  const lines: [label: string, value: string | null][] = [
    ['Energy economy', starsOf6(economy.energyStars)],
    ['Fuel', fuelLitresPer100Km === null ? null : `${fuelLitresPer100Km} L/100 km`],
    [
      'Electricity',
      electricityKwhPer100Km === null ? null : `${electricityKwhPer100Km} kWh/100 km`,
    ],
    ['Electric range', electricRangeKm === null ? null : `${electricRangeKm} km`],
    ['Yearly energy cost', cost],
    [
      'CO₂ emissions',
      economy.co2GramsPerKm === null
        ? NOT_AVAILABLE
        : `${economy.co2GramsPerKm} g/km, ${starsOf6(economy.co2Stars)}`,
    ],
    ['Test cycle', economy.testCycle],
  ]
  return lines.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
}

/**
 * The items that every grade has, and those that each has beyond that. A thing that a higher grade replaces (a larger
 * screen) is listed with the grades that have it.
 */
export function compareLists(lists: readonly (readonly string[])[]): {
  shared: string[]
  extra: string[][]
} {
  const shared = (lists[0] ?? []).filter((item) => lists.every((list) => list.includes(item)))
  return { shared, extra: lists.map((list) => list.filter((item) => !shared.includes(item))) }
}
