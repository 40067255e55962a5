import { asCrockford, CROCKFORD, isCrockford } from '#lib/shared/crockford.ts'

/**
 * The reference of a purchase that people read out, `TV-7K3Q-X2`: the brand's prefix, five letters or digits of
 * Crockford's base 32, and one more that checks them. Stored without prefix and hyphens: `7K3QX2`.
 */

const LETTERS = 5

/** Makes the stored form of a reference from four bytes. */
export function referenceCode(bytes: Uint8Array): string {
  const bits = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) >>> (32 - 5 * LETTERS)
  const letters = Array.from({ length: LETTERS }, (_, index) =>
    CROCKFORD.charAt((bits >>> (5 * (LETTERS - 1 - index))) & 31),
  ).join('')
  return letters + checkOf(letters)
}

/** A stored reference as people see it. */
export const shownReference = (prefix: string, code: string): string =>
  `${prefix}-${code.slice(0, 4)}-${code.slice(4)}`

/**
 * Reads the stored form of a reference from typed text, with or without the prefix. `MISTYPED` when the check character
 * is wrong, `null` when it has another form.
 */
export function readReference(prefix: string, typed: string): string | 'MISTYPED' | null {
  const written = asCrockford(typed)
  const start = asCrockford(prefix)
  const code =
    written.length > LETTERS + 1 && written.startsWith(start)
      ? written.slice(start.length)
      : written
  if (code.length !== LETTERS + 1 || !isCrockford(code)) return null
  return code.endsWith(checkOf(code.slice(0, LETTERS))) ? code : 'MISTYPED'
}

/** The check character. It detects every wrong letter and every swap: a polynomial over the field of 32 elements. */
const checkOf = (letters: string): string =>
  CROCKFORD.charAt(
    [...letters].reduce((sum, letter) => doubled(sum ^ CROCKFORD.indexOf(letter)), 0),
  )

/** Twice an element of that field, modulo the polynomial 0b100101. */
const doubled = (element: number): number => (element << 1) ^ (element & 16 ? 0b100101 : 0)
