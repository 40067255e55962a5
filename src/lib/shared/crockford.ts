/** Crockford's base 32: no letter of it looks like a digit. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Typed text in the alphabet's form: capitals, no spaces or hyphens, O as 0, I and L as 1. */
export const asCrockford = (typed: string): string =>
  typed.slice(0, 64).toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

export const isCrockford = (letters: string): boolean =>
  [...letters].every((letter) => CROCKFORD.includes(letter))
