/**
 * Formats a whole number as `12,000`; one below a thousand may have decimals. Without `Intl`, as for money and days: the first formatter of a page
 * takes longer than all its numbers together.
 */
export const formatNumber = (value: number): string =>
  String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** `roof rails, cross bars and LED bar`. */
export const listed = (items: readonly string[], word: 'and' | 'or' = 'and'): string =>
  [items.slice(0, -1).join(', '), ...items.slice(-1)].filter(Boolean).join(` ${word} `)

// A pattern with letter classes took longer than all the rest of a price.
const inSentence = (item: string) => {
  const second = item.charAt(1)
  const isWord = second !== second.toUpperCase()
  return isWord ? item.charAt(0).toLowerCase() + item.slice(1) : item
}

/** `Roof rails`, `Cross bars`, `LED bar` to `roof rails, cross bars and LED bar`. */
export const inWords = (items: readonly string[], word?: 'and' | 'or'): string =>
  listed(items.map(inSentence), word)
