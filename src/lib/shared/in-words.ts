import { listed } from './numbers.ts'

// A pattern with letter classes took longer than all the rest of a price.
const inSentence = (item: string) => {
  const [first = ''] = item.split(' ', 1)
  const rest = first.slice(1)
  const isWord = rest !== '' && rest === rest.toLowerCase() && rest !== rest.toUpperCase()
  return isWord ? item.charAt(0).toLowerCase() + item.slice(1) : item
}

/** `Roof rails`, `WoF inspections`, `LED bar` to `roof rails, WoF inspections and LED bar`. */
export const inWords = (items: readonly string[], word?: 'and' | 'or'): string =>
  listed(items.map(inSentence), word)
