/** How a stored New Zealand number is grouped: mobile, fixed line, freephone. */
const GROUPS: [RegExp, string][] = [
  [/^\+64(2\d)(\d{3})(\d{3,5})$/, '0$1 $2 $3'],
  [/^\+64([34679])(\d{3})(\d{4})$/, '0$1 $2 $3'],
  [/^\+64(508|80\d)(\d{3})(\d{3,4})$/, '0$1 $2 $3'],
]

/** Formats a stored New Zealand number: `+64215550101` as `021 555 0101`. Others are returned unchanged. */
export const shownPhone = (phone: string | null | undefined): string => {
  const stored = (phone ?? '').replace(/^\+64[ \d]+$/, (digits) => digits.replaceAll(' ', ''))
  const group = GROUPS.find(([pattern]) => pattern.test(stored))
  return group ? stored.replace(...group) : (phone ?? '')
}

/**
 * A typed number with its country code, `+64…` unless it has another; `null` when the text has more than a number.
 */
const international = (typed: string): string | null => {
  if (!/^[\s(]*\+?[\d\s().-]+$/.test(typed)) return null
  return typed
    .replace(/[\s().-]/g, '')
    .replace(/^00/, '+')
    .replace(/^64(?=[2-9]\d{6,9}$)/, '+64')
    .replace(/^0/, '+64')
    .replace(/^\+640/, '+64')
}

/**
 * Whether text may be a phone number, of New Zealand unless it begins with `+`. The server's check is stricter and
 * decides; every number that it accepts passes here.
 */
export const mayBePhone = (typed: string): boolean =>
  /^\+(64[1-9]\d{4,9}|(?!64)[1-9]\d{5,14})$/.test(international(typed) ?? '')

/** Whether a number is a mobile, fixed line or freephone of New Zealand, in a form that people write. */
export const isNzPhone = (typed: string): boolean => {
  const phone = international(typed)
  return phone !== null && shownPhone(phone) !== phone
}

/** A typed New Zealand number as people write it: `(09)5550100` is `09 555 0100`. */
export const tidyPhone = (typed: string): string => {
  const phone = international(typed)
  const shown = shownPhone(phone)
  return phone?.startsWith('+64') && shown !== phone ? shown : typed.trim()
}

/** The address of a link that calls a number. */
export const phoneLink = (phone: string): string => `tel:${phone.replaceAll(' ', '')}`
