const dollarsOnly = new Intl.NumberFormat('en-NZ', {
  style: 'currency',
  currency: 'NZD',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
})
const withCents = new Intl.NumberFormat('en-NZ', {
  style: 'currency',
  currency: 'NZD',
  currencyDisplay: 'narrowSymbol',
})

/**
 * Money as people read it: `$42,990`, `$42,990.50` where there are cents, `−$250` with a minus sign (U+2212).
 *
 * @param cents Integer cents. Divided by 100 only for the formatter, which rounds to the same cents.
 */
export const formatMoney = (cents: number): string =>
  (cents % 100 === 0 ? dollarsOnly : withCents).format(cents / 100).replace('-', '\u2212')

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
