const WEIGHTS = [
  [3, 2, 7, 6, 5, 4, 3, 2],
  [7, 4, 3, 2, 5, 2, 7, 6],
]

/**
 * Whether text is a GST number, which is the IRD number of a business: eight or nine digits, with or without hyphens,
 * the last of them right (Inland Revenue, modulo 11).
 */
export const isGstNumber = (text: string): boolean => {
  if (!/^\d{2,3}-?\d{3}-?\d{3}$/.test(text)) return false
  const digits = text.replaceAll('-', '').padStart(9, '0')
  const [check] = WEIGHTS.map((weights) => {
    const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
    return (11 - (sum % 11)) % 11
    // The second weights are for the numbers whose first digit to check would have two digits.
  }).filter((digit) => digit < 10)
  return check === Number(digits[8])
}
