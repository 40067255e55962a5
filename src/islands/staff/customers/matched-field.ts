import type { CustomerSearchField } from '#lib/codes.ts'
import { emailStarts } from '#lib/shared/email.ts'
import { matchedParts, type MatchedPart } from '#lib/trade-in/matched-parts.ts'

/** Plates are compared by letters and digits, phone numbers by digits. */
const plateLetter = (letter: string) => (/[a-z\d]/i.test(letter) ? letter.toUpperCase() : '')
const digit = (letter: string) => (/\d/.test(letter) ? letter : '')

const compare = (text: string, compared: (letter: string) => string) =>
  [...text].map(compared).join('')

/** Marks the first of `needles` found in the text. Characters that `compared` drops are ignored. */
function partsAround(
  text: string,
  needles: string[],
  compared: (letter: string) => string,
): MatchedPart[] {
  const letters = [...text]
  const positions = letters.flatMap((letter, index) => (compared(letter) ? [index] : []))
  const whole = compare(text, compared)
  const needle = needles.find((one) => one !== '' && whole.includes(one))
  if (needle === undefined) return [{ text, isMatch: false }]
  const from = positions[whole.indexOf(needle)]!
  const to = positions[whole.indexOf(needle) + needle.length - 1]! + 1
  return between(text, letters.slice(0, from).join('').length, letters.slice(0, to).join('').length)
}

/** Marks the first part of an email address that begins with the typed text. */
function addressParts(text: string, typed: string): MatchedPart[] {
  const needle = typed.trim().toLowerCase()
  const from = emailStarts(text).find((start) => text.toLowerCase().startsWith(needle, start))
  if (from === undefined) return [{ text, isMatch: false }]
  return between(text, from, from + needle.length)
}

const between = (text: string, from: number, to: number): MatchedPart[] =>
  [
    { text: text.slice(0, from), isMatch: false },
    { text: text.slice(from, to), isMatch: true },
    { text: text.slice(to), isMatch: false },
  ].filter((part) => part.text !== '')

/** The digits of a phone number without its prefix, with a leading zero and without. */
function phoneNeedles(typed: string): string[] {
  const digits = compare(typed, digit).replace(/^(?:00)?64|^0/, '')
  return digits === '' ? [] : [`0${digits}`, digits]
}

const PARTS: Record<CustomerSearchField, (text: string, typed: string) => MatchedPart[]> = {
  name: matchedParts,
  rego: (text, typed) => partsAround(text, [compare(typed, plateLetter)], plateLetter),
  phone: (text, typed) => partsAround(text, phoneNeedles(typed), digit),
  email: addressParts,
}

/**
 * Splits a field of a customer into parts, so that the match can be marked. The parts joined are the text.
 *
 * @param field The field the text is from; only the field searched by is marked.
 */
export const matchedField = (
  field: CustomerSearchField,
  text: string,
  { where, search }: { where: CustomerSearchField; search: string },
): MatchedPart[] => (field === where ? PARTS[field](text, search) : [{ text, isMatch: false }])
