/**
 * Whether text is a New Zealand Business Number: 13 digits that begin with 94, the last of them right (GS1, modulo 10).
 */
export const isNzbn = (text: string): boolean => {
  if (!/^94\d{11}$/.test(text)) return false
  const sum = [...text].reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  )
  return sum % 10 === 0
}
