import { isDay } from './dates.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Day, month and year in New Zealand's order, or a day as the API writes it. */
const FORMS: [RegExp, (parts: string[]) => [day: string, month: string, year: string]][] = [
  [/^(\d{4})-(\d{2})-(\d{2})$/, ([y, m, d]) => [d!, m!, y!]],
  [/^(\d{1,2})[\s/.-]+(\d{1,2})[\s/.-]+(\d{4})$/, ([d, m, y]) => [d!, m!, y!]],
  [/^(\d{2})(\d{2})(\d{4})$/, ([d, m, y]) => [d!, m!, y!]],
  [/^(\d{1,2})[\s/.-]*([a-z]{3})[a-z]*[\s/.,-]*(\d{4})$/i, ([d, m, y]) => [d!, numberOf(m!), y!]],
]

const numberOf = (month: string) => String(MONTHS.indexOf(month.toLowerCase()) + 1)

/**
 * A day as people type it: `3/2/1990`, `3 Feb 1990` and `03021990` are 3 February.
 *
 * @returns `yyyy-mm-dd`, or `null` for text that is not a day of the calendar. A year has four digits: two are ambiguous.
 */
export function readDay(typed: string): string | null {
  const text = typed.slice(0, 40).trim()
  for (const [pattern, order] of FORMS) {
    const found = pattern.exec(text)
    if (!found) continue
    const [day, month, year] = order(found.slice(1))
    const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    return isDay(written) ? written : null
  }
  return null
}

/** `1990-02-03` as `03/02/1990`. */
export const shownDay = (day: string): string => day.split('-').toReversed().join('/')
