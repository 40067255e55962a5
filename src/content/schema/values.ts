import { isDay } from '#lib/shared/dates.ts'
import { isGstNumber } from '#lib/shared/gst-number.ts'
import { isNzbn } from '#lib/shared/nzbn.ts'
import { isNzPhone } from '#lib/shared/phone.ts'
import { z } from '#lib/shared/zod.ts'

/**
 * The types of fields in this folder's schemas. Money is integer NZ cents with GST unless a name ends in `ExGst…`;
 * lengths are millimetres, distances kilometres, masses kilograms.
 *
 * Objects are strict: a misspelt field is a fault, not a field that is silently ignored.
 */

export const text = z.string().check(z.minLength(1))
export const code = z
  .string()
  .check(z.regex(/^[A-Z0-9][A-Z0-9-]*$/, 'must be a code of A-Z, 0-9 and -'))
export const slug = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]*$/, 'must be lower case, as in an address'))
/** Labels of a host name; the last has no digit alone. */
const HOST = /(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}/u
export const host = z
  .string()
  .check(
    z.refine(
      (text) => HOST.exec(text)?.[0] === text,
      'must be a host name without https://, such as brand.example',
    ),
  )
export const email = z.string().check(
  z.refine((text) => {
    const at = text.indexOf('@')
    return (
      /^[^\s@,;:<>()"/]+$/.test(text.slice(0, at)) && host.safeParse(text.slice(at + 1)).success
    )
  }, 'must be an email address, such as hello@brand.example'),
)
export const phone = z
  .string()
  .check(
    z.refine(
      isNzPhone,
      'must be a New Zealand phone number, such as 09 555 0100, 021 555 0101, 0800 555 010 or +64 9 555 0100',
    ),
  )
export const hex = z
  .string()
  .check(z.regex(/^#[0-9A-F]{6}$/, 'must be a colour in capitals, such as #1E3A5F'))
export const day = z
  .string()
  .check(z.refine(isDay, 'must be a day that exists, as yyyy-mm-dd, such as 2027-02-28'))
/** Samples say so after a number that nobody has. */
const SAMPLE = / \(sample[^)]*\)$/
const numbered = (isRight: (text: string) => boolean, reason: string) =>
  z.string().check(z.refine((text) => isRight(text.replace(SAMPLE, '')), reason))
export const nzbn = numbered(
  isNzbn,
  'must be an NZBN: 13 digits that begin with 94, the last of which matches the others',
)
export const gstNumber = numbered(
  isGstNumber,
  'must be a GST number: 8 or 9 digits, the last of which matches the others',
)
export const traderNumber = numbered(
  (text) => /^M\d{3,7}$/.test(text),
  'must be a motor vehicle trader number, such as M123456',
)
export const cents = z.int().check(z.gte(0))
export const signedCents = z.int()
export const count = z.int().check(z.gte(0))
export const positive = z.number().check(z.gt(0))
export const percent = z.number().check(z.gte(0), z.lte(100))
export const stars = z.number().check(z.gte(0.5), z.lte(6), z.multipleOf(0.5))
export const list = <T extends z.core.$ZodType>(item: T) => z.array(item).check(z.minLength(1))
/** Percentages by a whole number: a term in months, or kilometres a year. */
export const pctByNumber = z.record(z.string().check(z.regex(/^\d+$/)), z.number())
