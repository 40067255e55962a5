import type { StockLevel } from '#lib/codes.ts'
import { readyWithinWeeks } from '#lib/catalogue/delivery.ts'
import {
  offeredSteps,
  WISHES,
  WISH_NAMES,
  type GradeFacts,
  type WishName,
} from '#lib/catalogue/finder.ts'
import { driveAwayFromCents, powertrainName } from '#lib/catalogue/showroom.ts'
import { financeRows, paymentTerms } from '#lib/finance/labels.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { fromPriceCar } from '../model-view.ts'
import type { Catalogue } from '../schema/catalogue.ts'
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
  /** Rate, term and total of its weekly payment, and all its figures in one sentence (decision 19), where a loan is offered. */
  weeklyTerms: string | null
  weeklyFigures: string | null
}

/** The loan whose weekly payments are compared. */
export const COMPARED_LOAN = 'LOANCLASIC'

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
  const weekly = weeklyLoan(kdcd, colourCode, catalogue)
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
    brakedTowKg > 0 && `tows ${formatNumber(brakedTowKg)} kg`,
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
    weeklyTerms: weekly?.terms ?? null,
    weeklyFigures: weekly?.figures ?? null,
  }
}

/** The weekly payment of the {@link COMPARED_LOAN} with the lowest deposit, and its figures in a sentence. */
function weeklyLoan(kdcd: string, colourCode: string, catalogue: Catalogue) {
  const priced = priceQuote({ kdcd, colourCode, payOption: COMPARED_LOAN }, catalogue)
  if (!priced.ok || priced.value.finance?.frequency !== 'Weekly') return null
  const { finance, totals } = priced.value
  const figures = financeRows(totals, finance, false).map(([label, value]) => `${label}: ${value}`)
  return {
    cents: finance.paymentCents,
    terms: paymentTerms(finance),
    figures: `${figures.join('. ')}.`,
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
