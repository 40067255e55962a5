import { asCrockford, CROCKFORD, isCrockford } from '#lib/shared/crockford.ts'

/**
 * The code of a quote: 80 random bits in Crockford's base 32, written in four groups of four: `7QK2-9XNF-3TME-W8RD`.
 */

/** Ten bytes as a code. */
export function quoteCode(bytes: Uint8Array): string {
  const bits = [...bytes.subarray(0, 10)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{5}/g) ?? []
  return grouped(letters.map((five) => CROCKFORD.charAt(parseInt(five, 2))).join(''))
}

/** Reads a code from typed or copied text; `null` when it cannot be one. */
export function readQuoteCode(typed: string): string | null {
  const letters = asCrockford(typed)
  return letters.length === 16 && isCrockford(letters) ? grouped(letters) : null
}

const grouped = (letters: string): string => (letters.match(/.{4}/g) ?? []).join('-')
