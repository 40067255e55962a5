import { hash, timingSafeEqual } from 'node:crypto'

const digest = (value: string | Uint8Array): Buffer => hash('sha256', value, 'buffer')

/** Whether two secrets are the same, compared in constant time whatever their lengths. */
export const isSameSecret = (given: string | Uint8Array, expected: string | Uint8Array): boolean =>
  timingSafeEqual(digest(given), digest(expected))
