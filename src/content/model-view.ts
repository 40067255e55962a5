import { formatMoney } from '#lib/shared/money.ts'
import {
  compareLists,
  driveAwayFromCents,
  driveName,
  energyLabel,
  modelFromCents,
  powertrainName,
} from '#lib/catalogue/showroom.ts'
import type { StockLevel } from '#lib/sign-in/code-shapes.ts'
import type { Catalogue } from './schema/catalogue.ts'
import type { CatalogueModel, CatalogueVariant } from './schema/model.ts'

/** A label and its text. Every figure is worded: a page only lays it out. */
export interface Line {
  label: string
  value: string
}

const number = (value: number) => value.toLocaleString('en-NZ')
const unless = (value: number | undefined, unit: string) =>
  value ? `${number(value)} ${unit}` : ''

/** The grade with the lowest drive-away price: a from-price is its price. */
export const entryGrade = (model: CatalogueModel, { onRoadCosts }: Catalogue): CatalogueVariant =>
  model.variants.toSorted(
    (a, b) => driveAwayFromCents(a, onRoadCosts) - driveAwayFromCents(b, onRoadCosts),
  )[0]!

/** The car that a from-price is of: the price, its stock and its paint are of one car. */
export interface FromCar {
  variant: CatalogueVariant
  /** One that costs nothing extra: the model's own where it does not, else the one that is here soonest. */
  colourCode: string
  stockLevel: StockLevel
}

const LEVELS: readonly StockLevel[] = ['In stock', 'On order', 'Unavailable']

/** @param variant The grade; without it the one with the lowest drive-away price. */
export function fromCar(
  model: CatalogueModel,
  catalogue: Catalogue,
  variant = entryGrade(model, catalogue),
): FromCar {
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
    .toSorted((a, b) => LEVELS.indexOf(level(a)) - LEVELS.indexOf(level(b)))
  const own = included.find((code) => code === model.signatureColourCode)
  const colourCode = own ?? included[0]!
  return { variant, colourCode, stockLevel: level(colourCode) }
}

/** `410 L`, or `85 – 104 kW` where grades differ; nothing where no grade has the figure. */
const overGrades = (values: (number | null | undefined)[], unit: string): string => {
  const known = values.filter((value) => value !== null && value !== undefined && value > 0)
  if (known.length === 0) return ''
  const [low, high] = [Math.min(...(known as number[])), Math.max(...(known as number[]))]
  return `${low === high ? number(low) : `${number(low)} – ${number(high)}`} ${unit.replace(' ', '\u00a0')}`
}

/** At most five figures that tell one model from another. */
export const keyFigures = ({ variants }: CatalogueModel): Line[] => {
  const specs = variants.map((variant) => variant.specs)
  const economy = variants.map((variant) => variant.energyEconomy)
  const figures: [label: string, value: string][] = [
    [
      'Power',
      overGrades(
        specs.map(({ powerKw }) => powerKw),
        'kW',
      ),
    ],
    [
      'Electric range',
      overGrades(
        economy.map(({ electricRangeKm }) => electricRangeKm),
        'km',
      ),
    ],
    [
      'Fuel',
      overGrades(
        economy.map(({ fuelLitresPer100Km }) => fuelLitresPer100Km),
        'L/100 km',
      ),
    ],
    [
      'Boot',
      overGrades(
        specs.map(({ bootLitres }) => bootLitres),
        'L',
      ),
    ],
    [
      'Payload',
      overGrades(
        specs.map(({ payloadKg }) => payloadKg),
        'kg',
      ),
    ],
    [
      'Braked towing',
      overGrades(
        specs.map(({ brakedTowKg }) => brakedTowKg),
        'kg',
      ),
    ],
    [
      '0 to 100 km/h',
      overGrades(
        specs.map(({ zeroTo100S }) => zeroTo100S),
        's',
      ),
    ],
  ]
  return figures
    .filter(([, value]) => value !== '')
    .slice(0, 5)
    .map(([label, value]) => ({ label, value }))
}

/** The rows that compare grades. An empty text means that the grade does not have it. */
export const GRADE_ROWS: readonly [label: string, value: (variant: CatalogueVariant) => string][] =
  [
    ['Powertrain', ({ powertrain }) => powertrainName(powertrain)],
    ['Engine', ({ specs }) => specs.engine],
    ['Power and torque', ({ specs }) => `${specs.powerKw} kW, ${specs.torqueNm} Nm`],
    ['Drive', ({ specs }) => `${driveName(specs.drive)}, ${specs.transmission}`],
    ['Battery', ({ specs }) => unless(specs.batteryKwh, 'kWh')],
    [
      'Charging',
      ({ specs }) =>
        [
          specs.acChargeKw && `AC ${specs.acChargeKw} kW`,
          specs.dcChargeKw && `DC ${specs.dcChargeKw} kW`,
          specs.dc10To80Min && `10 to 80 % in ${specs.dc10To80Min} min`,
        ]
          .filter(Boolean)
          .join(', '),
    ],
    ['Power for appliances', ({ specs }) => unless(specs.v2lKw, 'kW')],
    ['0 to 100 km/h', ({ specs }) => `${specs.zeroTo100S} s`],
    ['Seats', ({ specs }) => String(specs.seats)],
    ['Boot', ({ specs }) => unless(specs.bootLitres, 'L')],
    ['Payload', ({ specs }) => unless(specs.payloadKg, 'kg')],
    ['Braked towing', ({ specs }) => unless(specs.brakedTowKg, 'kg')],
    ['Kerb mass', ({ specs }) => unless(specs.kerbMassKg, 'kg')],
    ['Tyres', ({ specs }) => specs.tyres],
  ]

/** Rows of the comparison, a value for each grade in order; rows that no grade has are left out. */
export const gradeRows = ({ variants }: CatalogueModel): { label: string; values: string[] }[] =>
  GRADE_ROWS.map(([label, value]) => ({ label, values: variants.map(value) })).filter(
    ({ values }) => values.some((text) => text !== ''),
  )

/** What every grade has, then what each adds: headings with their items. */
const addedByGrade = (
  variants: readonly CatalogueVariant[],
  list: (variant: CatalogueVariant) => readonly string[],
): { heading: string; items: string[] }[] => {
  const { shared, extra } = compareLists(variants.map(list))
  return [
    { heading: variants.length === 1 ? variants[0]!.name : 'Every grade', items: shared },
    ...variants.map(({ name }, i) => ({ heading: `${name} adds`, items: extra[i]! })),
  ].filter(({ items }) => items.length > 0)
}

export const equipmentLists = ({ variants }: CatalogueModel) =>
  addedByGrade(variants, (variant) => variant.standardEquipment)
export const safetyLists = ({ variants }: CatalogueModel) =>
  addedByGrade(variants, (variant) => variant.safety)

export const energyLabels = (model: CatalogueModel, { economyAssumptions }: Catalogue) =>
  model.variants.map(({ name, energyEconomy }) => ({
    name,
    lines: energyLabel(energyEconomy, economyAssumptions.annualDistanceKm),
  }))

/** What a yearly energy cost is reckoned with. */
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
  ).map(([label, mm]) => ({ label, value: `${number(mm)} mm` }))

/** The warranties that apply to a model's powertrains. */
export const warrantyLines = (model: CatalogueModel, { warranty }: Catalogue): Line[] => {
  const has = (...codes: string[]) =>
    model.variants.some(({ powertrain }) => codes.includes(powertrain))
  const { vehicle, hybridBattery, tractionBattery } = warranty
  const lines: [string, string, boolean?][] = [
    ['Vehicle', `${vehicle.years} years or ${number(vehicle.km)} km`],
    [
      'Hybrid battery',
      `${hybridBattery.years} years or ${number(hybridBattery.km)} km`,
      has('HYBRID'),
    ],
    [
      'Drive battery',
      `${tractionBattery.years} years or ${number(tractionBattery.km)} km, at least ${tractionBattery.minCapacityPct}% of its capacity`,
      has('EV', 'PHEV'),
    ],
    ['Paint', `${warranty.paintYears} years`],
    ['Corrosion', `${warranty.corrosionYears} years`],
    ['Roadside assistance', `${warranty.roadsideYears} years`],
  ]
  return lines.flatMap(([label, value, applies = true]) => (applies ? [{ label, value }] : []))
}

/** The from-price of a model in words, as in `$38,440`. */
export const fromPrice = (model: CatalogueModel, { onRoadCosts }: Catalogue): string =>
  formatMoney(modelFromCents(model, onRoadCosts))

/** The colour a grade is shown in: the model's own, or its first where it is not sold in that. */
export const gradeColourCode = (
  { signatureColourCode }: CatalogueModel,
  { colourCodes }: CatalogueVariant,
): string =>
  colourCodes.includes(signatureColourCode) ? signatureColourCode : (colourCodes[0] ?? '')
