import { createHmac } from 'node:crypto'
import type { Keys } from '#server/platform/crypto/keys.ts'
import { isSameSecret } from '#server/platform/crypto/same-secret.ts'

/**
 * The key in a booking's link, which opens it without signing in: 256 bits derived from the booking's id, so the
 * database stores nothing and every message can carry it.
 */
export const bookingKey = (keys: Keys, bookingId: string): string =>
  createHmac('sha256', keys.booking).update(bookingId).digest('base64url')

/** The key in the link that confirms a booking: only the reader of the email has it, not the person who booked. */
export const confirmKey = (keys: Keys, bookingId: string): string =>
  createHmac('sha256', keys.booking).update(`confirm ${bookingId}`).digest('base64url')

/** Whether a key opens a booking. Reads no database, so guesses cost nothing. */
export const isBookingKey = (keys: Keys, bookingId: string, given: string): boolean =>
  isSameSecret(given, bookingKey(keys, bookingId))

/** Whether a key confirms a booking. */
export const isConfirmKey = (keys: Keys, bookingId: string, given: string): boolean =>
  isSameSecret(given, confirmKey(keys, bookingId))
