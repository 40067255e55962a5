import { percentOf } from '#lib/finance/finance.ts'
import { CONDITION_QUESTIONS, type Condition } from './trade-condition.ts'
import { adjustGuide, type Guide } from './trade-in-guide.ts'

/** Which cars get a firm offer at once, and how much of their guide value; the brand's `trade-in.json`. */
export interface FirmOfferRules {
  /** How many days an offer is valid. */
  validDays: number
  /** A car worth less is appraised by a person. */
  leastGuideCents: number
  /** Offers are rounded down to a multiple of this. */
  roundedToCents: number
  /** By the label of a question about the condition: the answers a car may have. Every question must be answered. */
  conditions: Readonly<Record<string, readonly string[]>>
  /** The first class with the make of a car decides; a car of no class is appraised by a person. */
  classes: readonly MakeClass[]
}

interface MakeClass {
  /** `own` is the make of the brand. */
  makes: 'own' | readonly string[]
  /** Calendar years since the year of the car. */
  maxAgeYears: number
  maxKm: number
  /** Per cent of the lower end of the guide value. */
  offerPct: number
}

/** A car as the register knows it, with the distance and condition its owner declares. */
export interface DeclaredCar {
  make: string
  year: number
  /** The last reading of the register; `null` if it has none. */
  usualKm: number | null
  odometerKm: number
  condition: Condition
  /** The value at that reading, in good condition. */
  guide: Guide
}

/**
 * The firm offer for a car, in cents; `null` for one that a person appraises.
 *
 * @param ownMake The make of the brand.
 * @param yearNow The calendar year in New Zealand.
 */
export function firmOffer(
  rules: FirmOfferRules,
  { make, year, usualKm, odometerKm, condition, guide }: DeclaredCar,
  ownMake: string,
  yearNow: number,
): number | null {
  const isMake = (one: string) => one.toLowerCase() === make.trim().toLowerCase()
  const found = rules.classes.find(({ makes }) =>
    makes === 'own' ? isMake(ownMake) : makes.some(isMake),
  )
  const { lowCents } = adjustGuide(guide, { usualKm, odometerKm, condition })
  const isWithinRules =
    found &&
    yearNow - year <= found.maxAgeYears &&
    odometerKm <= found.maxKm &&
    // A reading below the last one needs a person to look at it.
    odometerKm >= (usualKm ?? 0) &&
    hasGoodCondition(rules, condition) &&
    lowCents >= rules.leastGuideCents
  if (!isWithinRules) return null
  const { roundedToCents } = rules
  return Math.floor(percentOf(lowCents, found.offerPct) / roundedToCents) * roundedToCents
}

const hasGoodCondition = ({ conditions }: FirmOfferRules, { answers, rest }: Condition): boolean =>
  rest.trim() === '' &&
  CONDITION_QUESTIONS.every(({ label }) => conditions[label]?.includes(answers[label] ?? ''))
