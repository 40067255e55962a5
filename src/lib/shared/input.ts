import { isDay } from './dates.ts'
import { isNzbn } from './nzbn.ts'
import { z } from './zod.ts'

/**
 * Building blocks of input: every text has a length limit, checked before anything else reads it.
 *
 * Input shapes are strict (an unknown field is refused by name); answer shapes may grow. Money is integer
 * NZ cents with GST. Days are `yyyy-mm-dd` in Pacific/Auckland, instants ISO 8601.
 */

/**
 * Text without marks that turn its direction: nobody types them, and what follows one reads backwards. A phone's contacts
 * copy them along with a number.
 */
export const withoutTurns = (typed: string): string =>
  typed.replace(/[\u202A-\u202E\u2066-\u2069]/g, '')

/** Text of at most `max` characters, of which at least one is not a space. */
export const text = (max: number) =>
  z
    .string()
    .check(
      z.overwrite(withoutTurns),
      z.trim(),
      z.minLength(1, 'is required'),
      z.maxLength(max, `is too long (at most ${max} characters)`),
    )

/** Text that may be empty, of at most `max` characters. */
export const textOrEmpty = (max: number) =>
  z
    .string()
    .check(
      z.overwrite(withoutTurns),
      z.trim(),
      z.maxLength(max, `is too long (at most ${max} characters)`),
    )

/** A New Zealand Business Number, typed with or without spaces; empty for none. */
export const nzbn = z.string().check(
  z.overwrite((typed) => typed.replace(/\s/g, '')),
  z.regex(/^(94\d{11})?$/, 'must be 13 digits starting with 94'),
  z.refine((typed) => typed.length !== 13 || isNzbn(typed), 'has a wrong digit. Please check it'),
)

/** A code of the catalogue, or an opaque id: letters, digits, `-` and `_`. */
export const code = z
  .string()
  .check(
    z.minLength(1, 'is required'),
    z.maxLength(64, 'is too long'),
    z.regex(/^[\w-]+$/, 'is not a code'),
  )

/** A customer's number in a path. */
export const customerNumber = z
  .string()
  .check(z.regex(/^[1-9]\d{0,14}$/, 'is not a customer number'))

/** An email address by the specification's rule (§5): text, an at sign, text. At most 254 characters. */
export const emailAddress = z.string().check(
  z.overwrite(withoutTurns),
  z.trim(),
  z.maxLength(254, 'Please enter a valid email address'),
  z.refine((value) => {
    const at = value.indexOf('@', 1)
    return at > 0 && at < value.length - 1 && !/[\s\p{Cc}<>,;"]/u.test(value)
  }, 'Please enter a valid email address'),
)

/** Whole cents from 0 to ten million dollars. */
export const cents = z
  .int('must be a whole number of cents')
  .check(z.gte(0, 'must not be negative'), z.lte(1_000_000_000, 'is too large'))

/** Parameters of a list that can grow: the size of a page, and where the page before ended. */
export const limit = z.optional(
  z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, 'must be a whole number from 1 to 200')),
)
export const cursor = z.optional(
  z.string().check(z.regex(/^[\w.:~-]{1,80}$/, 'is not a cursor of this list')),
)
/** The cursor of the next page; `null` at the end. */
export const nextCursor = z.nullable(z.string())
/** The size of a page when the request gives none. */
export const DEFAULT_LIMIT = 50

/** A day of the calendar: 30 February is refused. */
const noDay = 'must be a date, yyyy-mm-dd'
export const day = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: noDay, abort: true }), z.refine(isDay, noDay))

/** A registration as people write it: spaces and hyphens do not matter, nor does case. */
export const plate = z
  .string()
  .check(
    z.regex(
      /^(?=.{1,40}$)[\s-]*(?:[A-Za-z0-9][\s-]*){1,6}$/,
      'Enter one to six letters and digits, as on the plate',
    ),
  )

/** A registration or a VIN. */
export const plateOrVin = z
  .string()
  .check(
    z.regex(
      /^(?:(?=.{1,40}$)[\s-]*(?:[A-Za-z0-9][\s-]*){1,6}|[A-HJ-NPR-Za-hj-npr-z0-9]{17})$/,
      'Enter a number plate, or a VIN of 17 letters and digits',
    ),
  )

/** Number and version of a driver licence. */
export const licenceNumber = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[A-Z]{2}\d{6}$/, 'must be two letters and six digits'),
  )
export const licenceVersion = z.string().check(z.trim(), z.regex(/^\d{3}$/, 'must be three digits'))
