import type { StockLevel } from '#lib/codes.ts'
import { readyWithinWeeks } from '#lib/catalogue/delivery.ts'
import {
  offeredSteps,
  WISHES,
  WISH_NAMES,
  type GradeFacts,
  type WishName,
} from '#lib/catalogue/finder.ts'
import { loanOver, type FinderLoan } from '#lib/catalogue/finder-loans.ts'
import { driveAwayFromCents, powertrainName } from '#lib/catalogue/showroom.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import type { ShownLoan } from '#lib/trade-in/with-my-car.ts'
import { fromPriceCar } from '../model-view.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import { COMPARED_LOAN, weeklyLoan } from './weekly-loan.ts'
import type { CatalogueModel, CatalogueVariant } from '../schema/model.ts'

/** A grade that the finder may show. */
export interface FoundGrade {
  model: CatalogueModel
  variant: CatalogueVariant
  kdcd: string
  colourCode: string
  stockLevel: StockLevel
  facts: GradeFacts
  /** What distinguishes it, as in `Electric, 5 seats, 400 L boot`. */
  inShort: string
  /** Its weekly loan with the lowest deposit over the usual term; `null` where none is offered. */
  loan: ShownLoan | null
  /** That loan in words. */
  weekly: FinderLoan | null
}

export { COMPARED_LOAN }

const READY_WEEKS: Record<StockLevel, number | undefined> = {
  'In stock': readyWithinWeeks('STOCK'),
  'On order': readyWithinWeeks('BUILD'),
  Unavailable: undefined,
}

/** Every grade, the lowest price first. */
export const foundGrades = (catalogue: Catalogue): FoundGrade[] =>
  catalogue.models
    .flatMap((model) => model.variants.map((variant) => foundGrade(model, variant, catalogue)))
    .toSorted((a, b) => a.facts.price - b.facts.price)

function foundGrade(
  model: CatalogueModel,
  variant: CatalogueVariant,
  catalogue: Catalogue,
): FoundGrade {
  const { colourCode, stockLevel } = fromPriceCar(model, catalogue, variant)
  const { kdcd } = variant.options.toSorted((a, b) => a.totalPriceCents - b.totalPriceCents)[0]!
  const { seats, bootLitres, brakedTowKg } = variant.specs
  const { electricRangeKm } = variant.energyEconomy
  const loan = weeklyLoan({ kdcd, colourCode }, catalogue)
  const weekly = loan && loanOver(loan, loan.loan.finance!.termMonths, 0)
  const facts: GradeFacts = {
    price: driveAwayFromCents(variant, catalogue.onRoadCosts),
    ...(weekly && { weekly: weekly.cents }),
    powertrain: variant.powertrain,
    seats,
    towing: brakedTowKg,
    ...(electricRangeKm !== null && { range: electricRangeKm }),
    ...(bootLitres && { boot: bootLitres }),
    ...(READY_WEEKS[stockLevel] !== undefined && { ready: READY_WEEKS[stockLevel] }),
  }
  const inShort = [
    powertrainName(variant.powertrain),
    `${seats} seats`,
    bootLitres && `${formatNumber(bootLitres)} L boot`,
    brakedTowKg > 0 && `tows ${formatNumber(brakedTowKg)} kg with a tow bar`,
    electricRangeKm !== null && `${electricRangeKm} km electric range`,
  ]
  return {
    model,
    variant,
    kdcd,
    colourCode,
    stockLevel,
    facts,
    inShort: inShort.filter(Boolean).join(', '),
    loan,
    weekly,
  }
}

/** What may be asked for under a wish, as the options of a select. */
export interface OfferedWish {
  name: WishName
  label: string
  choices: { value: string; text: string }[]
}

const TEXT: Record<WishName, (value: string) => string> = {
  price: (value) => formatMoney(Number(value)),
  weekly: (value) => formatMoney(Number(value)),
  powertrain: powertrainName,
  seats: (value) => value,
  towing: (value) => `${formatNumber(Number(value))} kg`,
  range: (value) => `${value} km`,
  boot: (value) => `${formatNumber(Number(value))} L`,
  ready: (value) => `${value} weeks`,
}

/** Everything that can be asked for: what all grades have alike is left out. */
export const offeredWishes = (grades: readonly FoundGrade[]): OfferedWish[] =>
  WISH_NAMES.map((name) => ({
    name,
    label: WISHES[name].label,
    choices: offeredSteps(
      grades.map(({ facts }) => facts),
      name,
    ).map((value) => ({ value, text: TEXT[name](value) })),
  })).filter(({ name, choices }) => choices.length > (WISHES[name].rule === 'same' ? 1 : 0))

/** How many wishes are asked about first; the others are a press away. */
const FIRST = 4

export const firstWishes = (grades: readonly FoundGrade[]): OfferedWish[] =>
  offeredWishes(grades).slice(0, FIRST)

export const moreWishes = (grades: readonly FoundGrade[]): OfferedWish[] =>
  offeredWishes(grades).slice(FIRST)
