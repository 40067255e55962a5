/**
 * A registration as the register knows it: upper case, without spaces and hyphens.
 *
 * A plate has one to six letters and digits; the letter O is never read as a zero.
 *
 * @returns `null` when it cannot be a plate.
 */
export const normalisePlate = (typed: string): string | null => {
  if (typed.length > 40) return null
  const plate = typed.toUpperCase().replace(/[\s-]/g, '')
  return /^[A-Z0-9]{1,6}$/.test(plate) ? plate : null
}

/** The most characters of a registration that is not a plate. */
export const REGISTRATION_MAX = 20

/**
 * A registration as it was typed: a plate in the register's form, or any other text in capitals. A VIN is
 * written without spaces, a car from abroad has a longer registration, and a car that is not registered yet has none.
 *
 * @returns Letters, digits, spaces and hyphens; empty when there are none.
 */
export const writtenRegistration = (typed: string): string => {
  const vin = normaliseVin(typed)
  if (vin !== null && /\d/.test(vin)) return vin
  const written = typed
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()
    .slice(0, REGISTRATION_MAX)
    .trim()
  return normalisePlate(written) ?? (/[\p{L}\p{N}]/u.test(written) ? written : '')
}

/**
 * The spellings that a registration may have been meant as: unchanged, and with letters and digits O and 0 in their
 * places as on a standard plate of three or two letters before its digits.
 *
 * @param plate A normalised registration.
 * @returns At most three, the registration itself first.
 */
export const plateSpellings = (plate: string): string[] => {
  const standard = [3, 2]
    .map(
      (letters) =>
        plate.slice(0, letters).replaceAll('0', 'O') + plate.slice(letters).replaceAll('O', '0'),
    )
    .filter((spelling) => /^[A-Z]{2,3}\d{1,4}$/.test(spelling))
  return [...new Set([plate, ...standard])]
}

/**
 * A vehicle identification number: 17 characters, never I, O or Q.
 *
 * The check digit is not checked: New Zealand does not require one.
 *
 * @returns Upper case, or `null` when it is not a VIN.
 */
export const normaliseVin = (typed: string): string | null => {
  if (typed.length > 40) return null
  const vin = typed.replace(/\s/g, '').toUpperCase()
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) ? vin : null
}

/** A registration or a VIN, as the register is asked for it; `null` when it is neither. */
export const normalisePlateOrVin = (typed: string): string | null =>
  normalisePlate(typed) ?? normaliseVin(typed)

/** The value of each letter; I, O and Q are in no VIN. */
const VIN_VALUES: Record<string, number> = {
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8 },
  ...{ J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
}
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** The check digit that belongs in the ninth place of a VIN (ISO 3779, as North America has it). */
export function vinCheckDigit(vin: string): string {
  const sum = [...vin].reduce(
    (total, sign, place) => total + (VIN_VALUES[sign] ?? Number(sign)) * VIN_WEIGHTS[place]!,
    0,
  )
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}
