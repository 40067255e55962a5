/**
 * A whole number as New Zealanders write it: `12,000`. By hand, as money and days are: the first formatter of a page
 * takes its processor longer than all the numbers on it.
 */
export const formatNumber = (value: number): string =>
  String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** `roof rails, cross bars and LED bar`. */
export const listed = (items: readonly string[], word: 'and' | 'or' = 'and'): string =>
  [items.slice(0, -1).join(', '), ...items.slice(-1)].filter(Boolean).join(` ${word} `)
