import { formatNumber } from './numbers.ts'

/**
 * Money as people read it: `$42,990`, `$42,990.50` where there are cents, `−$250` with a minus sign (U+2212).
 *
 * @param cents Integer cents.
 */
export const formatMoney = (cents: number): string => {
  const size = Math.abs(cents)
  const part = size % 100
  const dollars = formatNumber((size - part) / 100)
  return `${cents < 0 ? '\u2212' : ''}$${dollars}${part === 0 ? '' : `.${String(part).padStart(2, '0')}`}`
}

const MONEY = /^([-\u2212]?)(\d{1,9})(?:\.(\d{1,2}))?$/

/**
 * Integer cents from what a person typed. `$`, commas and spaces are stripped (specification §5).
 *
 * @returns `null` for anything that is not an amount, and for more than two decimals.
 */
export const parseMoney = (typed: string): number | null => {
  if (typed.length > 40) return null
  const found = MONEY.exec(typed.replace(/[$,\s]/g, ''))
  if (!found) return null
  const [, sign, dollars, fraction = ''] = found
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'))
  return sign && cents ? -cents : cents
}

/**
 * The GST contained in an amount: three twenty-thirds of it, half a cent rounded up (decision 20).
 *
 * @param totalCents Integer cents, GST included, not negative.
 */
export const gstPartCents = (totalCents: number): number => roundHalfUp(totalCents * 3, 23)

/**
 * The fraction rounded to a whole number, a half upwards, in integers throughout.
 *
 * @param numerator A non-negative integer below 2^52.
 * @param denominator A positive integer.
 */
export const roundHalfUp = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator))
