import { createHmac } from 'node:crypto'
import type { Keys } from '#server/platform/crypto/keys.ts'
import { isSameSecret } from '#server/platform/crypto/same-secret.ts'

/**
 * What the link of a booking carries, so that it opens without signing in: 256 bits, derived from the booking's id,
 * so that the database holds nothing of it and each message can carry it again.
 */
export const bookingKey = (keys: Keys, bookingId: string): string =>
  createHmac('sha256', keys.booking).update(bookingId).digest('base64url')

/** What the link that confirms a booking carries: only who reads the email has it, and not who made the booking. */
export const confirmKey = (keys: Keys, bookingId: string): string =>
  createHmac('sha256', keys.booking).update(`confirm ${bookingId}`).digest('base64url')

/** Whether a key is that of a booking. Reads no database: guesses cost nothing. */
export const isBookingKey = (keys: Keys, bookingId: string, given: string): boolean =>
  isSameSecret(given, bookingKey(keys, bookingId))

/** Whether a key confirms a booking. */
export const isConfirmKey = (keys: Keys, bookingId: string, given: string): boolean =>
  isSameSecret(given, confirmKey(keys, bookingId))
