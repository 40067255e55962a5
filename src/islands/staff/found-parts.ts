import type { CustomerSearchField } from '#lib/contract/shapes/codes.ts'
import { matchedParts, type MatchedPart } from '#lib/domain/matched-parts.ts'

/** Letters and digits as a plate or an address is compared, digits as a phone number is. */
const plateLetter = (letter: string) => (/[a-z\d]/i.test(letter) ? letter.toUpperCase() : '')
const addressLetter = (letter: string) => letter.toLowerCase()
const digit = (letter: string) => (/\d/.test(letter) ? letter : '')

const compare = (text: string, compared: (letter: string) => string) =>
  [...text].map(compared).join('')

/** The first of `needles` that stands in the text, where letters that are compared as nothing do not count. */
function partsAround(
  text: string,
  needles: string[],
  compared: (letter: string) => string,
): MatchedPart[] {
  const letters = [...text]
  const places = letters.flatMap((letter, index) => (compared(letter) ? [index] : []))
  const whole = compare(text, compared)
  const needle = needles.find((one) => one !== '' && whole.includes(one))
  if (needle === undefined) return [{ text, isMatch: false }]
  const from = places[whole.indexOf(needle)]!
  const to = places[whole.indexOf(needle) + needle.length - 1]! + 1
  return [
    { text: letters.slice(0, from).join(''), isMatch: false },
    { text: letters.slice(from, to).join(''), isMatch: true },
    { text: letters.slice(to).join(''), isMatch: false },
  ].filter((part) => part.text !== '')
}

/** The digits of a phone number without what differs between its spellings, with the zero in front and without. */
function phoneNeedles(typed: string): string[] {
  const digits = compare(typed, digit).replace(/^(?:00)?64|^0/, '')
  return digits === '' ? [] : [`0${digits}`, digits]
}

const PARTS: Record<CustomerSearchField, (text: string, typed: string) => MatchedPart[]> = {
  name: matchedParts,
  rego: (text, typed) => partsAround(text, [compare(typed, plateLetter)], plateLetter),
  phone: (text, typed) => partsAround(text, phoneNeedles(typed), digit),
  email: (text, typed) => partsAround(text, [typed.trim().toLowerCase()], addressLetter),
}

/**
 * A field of a customer in parts, so that what it was found by can be shown strong. Parts put together are the text.
 *
 * @param field What the text is; only what was searched by is marked.
 */
export const foundParts = (
  field: CustomerSearchField,
  text: string,
  { where, search }: { where: CustomerSearchField; search: string },
): MatchedPart[] => (field === where ? PARTS[field](text, search) : [{ text, isMatch: false }])
