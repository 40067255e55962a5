import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** A phone number in E.164 (`+64215550123`), or `null` for an invalid one. New Zealand's unless it begins with `+`. */
export function toE164(typed: string): string | null {
  const phone = parsePhoneNumberFromString(typed, { defaultCountry: 'NZ', extract: false })
  return phone?.isValid() && !phone.ext ? phone.number : null
}

/**
 * The digits of a typed phone number without the parts that differ between spellings: the country code or leading
 * zero, spaces and brackets.
 */
export const phoneDigits = (typed: string): string =>
  typed
    .replace(/^[\s(]*\+/, '')
    .replace(/\D/g, '')
    .replace(/^(?:64|0)/, '')
