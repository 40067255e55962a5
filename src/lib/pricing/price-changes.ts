import type { QuoteLine } from '#lib/quotes/shapes.ts'

export interface PriceChange {
  code: string
  /** `null` for a line that was not there, or is there no longer. */
  fromCents: number | null
  toCents: number | null
}

/** The differences between two prices of the same car, line by line. */
export function priceChanges(
  before: readonly QuoteLine[],
  after: readonly QuoteLine[],
): PriceChange[] {
  const centsIn = (lines: readonly QuoteLine[]) =>
    new Map(lines.map((line) => [line.code, line.amountCents]))
  const [from, to] = [centsIn(before), centsIn(after)]
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((code) => ({
      code,
      fromCents: from.get(code) ?? null,
      toCents: to.get(code) ?? null,
    }))
    .filter(({ fromCents, toCents }) => fromCents !== toCents)
}
