import { yearlyCosts } from '#lib/catalogue/running-costs.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import {
  compareLists,
  driveAwayFromCents,
  driveName,
  energyLabel,
  modelFromCents,
  powertrainName,
} from '#lib/catalogue/showroom.ts'
import type { StockLevel } from '#lib/codes.ts'
import type { Catalogue } from './schema/catalogue.ts'
import type { CatalogueModel, CatalogueVariant } from './schema/model.ts'

/** A label and its formatted text. */
export interface Line {
  label: string
  value: string
}

const withUnit = (value: number | undefined, unit: string) =>
  value ? `${formatNumber(value)} ${unit}` : ''

/** The grade with the lowest drive-away price, which gives the from-price. */
export const entryGrade = (model: CatalogueModel, { onRoadCosts }: Catalogue): CatalogueVariant =>
  model.variants.toSorted(
    (a, b) => driveAwayFromCents(a, onRoadCosts) - driveAwayFromCents(b, onRoadCosts),
  )[0]!

/** The car of a from-price, so that price, stock and paint belong to one car. */
export interface FromPriceCar {
  variant: CatalogueVariant
  /** A colour at no extra cost: the model's signature colour if it is one, else the soonest available. */
  colourCode: string
  stockLevel: StockLevel
}

const SOONEST_FIRST: readonly StockLevel[] = ['In stock', 'On order', 'Unavailable']

/** @param variant The grade; without it the one with the lowest drive-away price. */
export function fromPriceCar(
  model: CatalogueModel,
  catalogue: Catalogue,
  variant = entryGrade(model, catalogue),
): FromPriceCar {
  const { colours, stock } = catalogue
  const option = variant.options.toSorted((a, b) => a.totalPriceCents - b.totalPriceCents)[0]!
  const premiumOf = (wanted: string) =>
    colours.find(({ code }) => code === wanted)?.premiumCents ?? 0
  const least = Math.min(...option.colourCodes.map(premiumOf))
  const level = (colour: string): StockLevel =>
    stock.find(({ kdcd, colourCode }) => kdcd === option.kdcd && colourCode === colour)?.level ??
    'Unavailable'
  const included = option.colourCodes
    .filter((code) => premiumOf(code) === least)
    .toSorted((a, b) => SOONEST_FIRST.indexOf(level(a)) - SOONEST_FIRST.indexOf(level(b)))
  const own = included.find((code) => code === model.signatureColourCode)
  const colourCode = own ?? included[0]!
  return { variant, colourCode, stockLevel: level(colourCode) }
}

/** `410 L`, or `85 to 104 kW` when grades differ; empty when no grade has the figure. A unit stays beside its number. */
const gradeRange = (values: (number | null | undefined)[], unit: string): string => {
  const known = values.flatMap((value) => value || [])
  if (known.length === 0) return ''
  const [low, high] = [Math.min(...known), Math.max(...known)].map(formatNumber)
  return `${low === high ? low : `${low} to ${high}`}\u00a0${unit.replace(' ', '\u00a0')}`
}

const TOWING = 'Braked towing'

const FIGURES: readonly [
  label: string,
  unit: string,
  value: (variant: CatalogueVariant) => number | null | undefined,
][] = [
  ['Power', 'kW', ({ specs }) => specs.powerKw],
  ['Electric range', 'km', ({ energyEconomy }) => energyEconomy.electricRangeKm],
  ['Fuel', 'L/100 km', ({ energyEconomy }) => energyEconomy.fuelLitresPer100Km],
  ['Boot', 'L', ({ specs }) => specs.bootLitres],
  ['Payload', 'kg', ({ specs }) => specs.payloadKg],
  [TOWING, 'kg', ({ specs }) => specs.brakedTowKg],
  ['0 to 100 km/h', 's', ({ specs }) => specs.zeroTo100S],
]

/** Up to five figures that distinguish the model. */
export const keyFigures = ({ variants }: CatalogueModel): Line[] =>
  FIGURES.map(([label, unit, value]) => ({ label, value: gradeRange(variants.map(value), unit) }))
    .filter(({ value }) => value !== '')
    .slice(0, 5)

const MOST_FACTS = 3

/** Up to three facts of each grade, and what it tows, the same for all, so that cards compare: first those in which they differ. */
export function gradeFacts({ variants }: CatalogueModel): Line[][] {
  const rows = [
    { label: 'Powertrain', values: variants.map(({ powertrain }) => powertrainName(powertrain)) },
    ...FIGURES.map(([label, unit, value]) => ({
      label,
      values: variants.map((variant) => gradeRange([value(variant)], unit)),
    })),
  ].filter(({ values }) => values.every((text) => text !== ''))
  const differs = ({ values }: { values: string[] }) => new Set(values).size > 1
  const distinct = [...rows.filter(differs), ...rows.filter((row) => !differs(row))].slice(
    0,
    MOST_FACTS,
  )
  const told = rows.filter((row) => distinct.includes(row) || row.label === TOWING)
  return variants.map((_, i) => told.map(({ label, values }) => ({ label, value: values[i]! })))
}

/** The rows that compare grades. An empty text means that the grade does not have it. */
export const GRADE_ROWS: readonly [label: string, value: (variant: CatalogueVariant) => string][] =
  [
    ['Powertrain', ({ powertrain }) => powertrainName(powertrain)],
    ['Engine', ({ specs }) => specs.engine],
    ['Power and torque', ({ specs }) => `${specs.powerKw} kW, ${specs.torqueNm} Nm`],
    ['Drive', ({ specs }) => `${driveName(specs.drive)}, ${specs.transmission}`],
    ['Battery', ({ specs }) => withUnit(specs.batteryKwh, 'kWh')],
    [
      'Charging',
      ({ specs }) =>
        [
          specs.acChargeKw && `AC ${specs.acChargeKw} kW`,
          specs.dcChargeKw && `DC ${specs.dcChargeKw} kW`,
          specs.dc10To80Min && `10 to 80% in ${specs.dc10To80Min} min`,
        ]
          .filter(Boolean)
          .join(', '),
    ],
    ['Power for appliances', ({ specs }) => withUnit(specs.v2lKw, 'kW')],
    ['0 to 100 km/h', ({ specs }) => `${specs.zeroTo100S} s`],
    ['Seats', ({ specs }) => String(specs.seats)],
    ['Boot', ({ specs }) => withUnit(specs.bootLitres, 'L')],
    ['Payload', ({ specs }) => withUnit(specs.payloadKg, 'kg')],
    ['Braked towing', ({ specs }) => withUnit(specs.brakedTowKg, 'kg')],
    ['Kerb mass', ({ specs }) => withUnit(specs.kerbMassKg, 'kg')],
    ['Tyres', ({ specs }) => specs.tyres],
  ]

/** Rows of the comparison, a value for each grade in order; rows that no grade has are left out. */
export const gradeRows = ({ variants }: CatalogueModel): { label: string; values: string[] }[] =>
  GRADE_ROWS.map(([label, value]) => ({ label, values: variants.map(value) })).filter(
    ({ values }) => values.some((text) => text !== ''),
  )

/** The items every grade has, then those each grade adds, with headings. What the grade before adds is said in one line. */
const addedByGrade = (
  variants: readonly CatalogueVariant[],
  list: (variant: CatalogueVariant) => readonly string[],
): { heading: string; items: string[] }[] => {
  const { shared, extra } = compareLists(variants.map(list))
  const itemsOf = (i: number): string[] => {
    const [items, before] = [extra[i]!, extra[i - 1] ?? []]
    return before.length > 1 && before.every((item) => items.includes(item))
      ? [
          `Everything in the ${variants[i - 1]!.name}`,
          ...items.filter((item) => !before.includes(item)),
        ]
      : items
  }
  return [
    { heading: variants.length === 1 ? variants[0]!.name : 'Every grade', items: shared },
    ...variants.map(({ name }, i) => ({ heading: `${name} adds`, items: itemsOf(i) })),
  ].filter(({ items }) => items.length > 0)
}

/** Up to so many things a card names that its grade adds. */
const MOST_ADDED = 3

/** What each grade adds to the equipment of the one before, or of all, for its card. */
export function gradeAdds({ variants }: CatalogueModel): string[][] {
  const lists = addedByGrade(variants, (variant) => variant.standardEquipment)
  return variants.map(({ name }) =>
    (lists.find(({ heading }) => heading === `${name} adds`)?.items ?? []).slice(0, MOST_ADDED),
  )
}

export const equipmentLists = ({ variants }: CatalogueModel) =>
  addedByGrade(variants, (variant) => variant.standardEquipment)
export const safetyLists = ({ variants }: CatalogueModel) =>
  addedByGrade(variants, (variant) => variant.safety)

/** The energy labels of all grades, a value for each in order. */
export function energyRows(
  { variants }: CatalogueModel,
  { economyAssumptions }: Catalogue,
): { label: string; values: string[] }[] {
  const labels = variants.map(({ energyEconomy }) =>
    energyLabel(energyEconomy, economyAssumptions.annualDistanceKm),
  )
  return [...new Set(labels.flat().map(({ label }) => label))].map((label) => ({
    label,
    values: labels.map((lines) => lines.find((line) => line.label === label)?.value ?? ''),
  }))
}

/** The energy label of a grade, for `EnergyLine`. */
export const energyLines = (
  variant: CatalogueVariant,
  { economyAssumptions }: Catalogue,
): [label: string, value: string][] => {
  const { energyEconomy } = variant
  const split = energySplit(variant, economyAssumptions)
  return energyLabel(energyEconomy, economyAssumptions.annualDistanceKm).flatMap(
    ({ label, value }): [string, string][] => [
      [label, value],
      ...(label === YEARLY_COST && split ? [[OF_WHICH, split] as [string, string]] : []),
    ],
  )
}

const YEARLY_COST = 'Yearly energy cost'
const OF_WHICH = 'Made up of'

/** The parts of a year's energy cost, where road user charges are one of them. */
export function energySplit(
  { powertrain, energyEconomy }: Pick<CatalogueVariant, 'powertrain' | 'energyEconomy'>,
  economy: Catalogue['economyAssumptions'],
): string | null {
  const costs = yearlyCosts({ powertrain, ...energyEconomy }, economy, economy.annualDistanceKm, 0)
  if (!costs || costs.roadUserCents === 0) return null
  const energy =
    powertrain === 'EV' ? 'power' : powertrain === 'DIESEL' ? 'diesel' : 'fuel and power'
  return `${energy} ${wholeDollars(costs.energyCents)}, road user charges ${wholeDollars(costs.roadUserCents)}`
}

const wholeDollars = (cents: number): string => formatMoney(Math.round(cents / 100) * 100)

/** The assumptions of the yearly energy cost. */
export const energyNote = ({ economyAssumptions: economy }: Catalogue): string =>
  `Yearly costs assume petrol at ${formatMoney(economy.petrolPerLitreCents)} a litre, ` +
  `diesel at ${formatMoney(economy.dieselPerLitreCents)}, electricity at ` +
  `${economy.electricityPerKwhCents} cents a kWh, and road user charges where they apply.`

export const sizes = ({ dimensions }: CatalogueModel): Line[] =>
  (
    [
      ['Length', dimensions.lengthMm],
      ['Width', dimensions.widthMm],
      ['Height', dimensions.heightMm],
      ['Wheelbase', dimensions.wheelbaseMm],
      ['Ground clearance', dimensions.groundClearanceMm],
    ] as const
  ).map(([label, mm]) => ({ label, value: `${formatNumber(mm)} mm` }))

/** The warranties that apply to a model's powertrains. */
export const warrantyLines = (model: CatalogueModel, { warranty }: Catalogue): Line[] => {
  const has = (...codes: string[]) =>
    model.variants.some(({ powertrain }) => codes.includes(powertrain))
  const { vehicle, hybridBattery, tractionBattery } = warranty
  const lines: [string, string, boolean?][] = [
    ['Vehicle', `${vehicle.years} years or ${formatNumber(vehicle.km)} km`],
    [
      'Hybrid battery',
      `${hybridBattery.years} years or ${formatNumber(hybridBattery.km)} km`,
      has('HYBRID'),
    ],
    [
      'Drive battery',
      `${tractionBattery.years} years or ${formatNumber(tractionBattery.km)} km, at least ${tractionBattery.minCapacityPct}% of its capacity`,
      has('EV', 'PHEV'),
    ],
    ['Paint', `${warranty.paintYears} years`],
    ['Corrosion', `${warranty.corrosionYears} years`],
    ['Roadside assistance', `${warranty.roadsideYears} years`],
  ]
  return lines.flatMap(([label, value, applies = true]) => (applies ? [{ label, value }] : []))
}

/** The formatted from-price of a model, as in `$38,440`. */
export const fromPrice = (model: CatalogueModel, { onRoadCosts }: Catalogue): string =>
  formatMoney(modelFromCents(model, onRoadCosts))

/** The colour a grade is shown in: the model's signature colour, or the grade's first if it is not sold in that. */
export const gradeColourCode = (
  { signatureColourCode }: CatalogueModel,
  { colourCodes }: CatalogueVariant,
): string =>
  colourCodes.includes(signatureColourCode) ? signatureColourCode : (colourCodes[0] ?? '')
