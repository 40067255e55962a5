import { listed } from './numbers.ts'

// A pattern with letter classes took longer than all the rest of a price.
const inSentence = (item: string) => {
  const second = item.charAt(1)
  const isWord = second !== second.toUpperCase()
  return isWord ? item.charAt(0).toLowerCase() + item.slice(1) : item
}

/** `Roof rails`, `Cross bars`, `LED bar` to `roof rails, cross bars and LED bar`. */
export const inWords = (items: readonly string[], word?: 'and' | 'or'): string =>
  listed(items.map(inSentence), word)
