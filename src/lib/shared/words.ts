/** `1 day`, `3 days`. */
export const daysInWords = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/**
 * A property name in words: its last part, split at capitals, with a capital first letter only
 * (decision 48): `ownerDetails.mobilePhone` becomes `Mobile phone`. A list index is passed over.
 *
 * @param property A path with dots, slashes or brackets, as the API names it.
 */
export const propertyInWords = (property: string): string => {
  const parts = property.split(/[./[\]]/).filter((part) => /\D/.test(part))
  const words = (parts.at(-1) ?? '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return capitalised(words)
}

/** The words with a capital first letter. */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

// A list, which scripts that count nothing leave out; `split` would be called there.
const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** `one car`, `eight cars`, `13 cars`. */
export const countInWords = (count: number, noun: string): string =>
  `${NUMBERS[count] ?? count} ${noun}${count === 1 ? '' : 's'}`

/** Words as the name of a file: `Kōwhai Cars quote` becomes `kowhai-cars-quote`. */
export const asFileName = (words: string): string =>
  words
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

interface Greeted {
  customer?: { name: { firstName: string } } | null
  staff?: { firstName: string } | null
}

/** Who `Hi,` greets: the customer, or a member of staff with no customer selected (decision 13). */
export const greetingName = ({ customer, staff }: Greeted): string =>
  customer?.name.firstName || staff?.firstName || ''
