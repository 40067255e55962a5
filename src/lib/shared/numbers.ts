/**
 * Formats a whole number as `12,000`; one below a thousand may have decimals. Without `Intl`, as for money and days: the first formatter of a page
 * takes longer than all its numbers together.
 */
export const formatNumber = (value: number): string =>
  String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** `roof rails, cross bars and LED bar`. */
export const listed = (items: readonly string[], word: 'and' | 'or' = 'and'): string =>
  [items.slice(0, -1).join(', '), ...items.slice(-1)].filter(Boolean).join(` ${word} `)
