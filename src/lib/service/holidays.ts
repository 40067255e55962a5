import { addDays } from '#lib/shared/dates.ts'
import { isWeekend, weekday } from '#lib/shared/weekdays.ts'

/**
 * New Zealand's public holidays, when workshops are closed (Holidays Act 2003, section 44). Where one falls on a
 * weekend and is kept on a weekday, both days are closed.
 */

/** The Friday of Matariki, by the schedule of the Te Kāhui o Matariki Public Holiday Act 2022. */
const MATARIKI: Record<number, string> = {
  2026: '07-10',
  2027: '06-25',
  2028: '07-14',
  2029: '07-06',
  2030: '06-21',
  2031: '07-11',
  2032: '07-02',
  2033: '06-24',
  2034: '07-07',
  2035: '06-29',
}

/** A region's anniversary, kept on the Monday nearest to a day of January or March, and whose name it has. */
const ANNIVERSARIES: Record<string, [of: string, monthAndDay: string]> = {
  Northland: ['Auckland', '01-29'],
  Auckland: ['Auckland', '01-29'],
  Waikato: ['Auckland', '01-29'],
  'Bay of Plenty': ['Auckland', '01-29'],
  'Manawatū-Whanganui': ['Wellington', '01-22'],
  Wellington: ['Wellington', '01-22'],
  Nelson: ['Nelson', '02-01'],
  Otago: ['Otago', '03-23'],
}

/** The first Monday (or other weekday) on or after a day. */
const onOrAfter = (day: string, wanted: number): string =>
  addDays(day, (wanted - weekday(day) + 7) % 7)

/** Easter Sunday in the years 1900 to 2099: the Sunday after the full moon (Carter's rule). */
function easterSunday(year: number): string {
  const moon = ((204 - 11 * (year % 19)) % 30) + 21
  const fullMoon = moon > 48 ? moon - 1 : moon
  // Days of March, which go on into April.
  return onOrAfter(addDays(`${year}-03-01`, fullMoon), 0)
}

/** A day and, when it falls on a weekend, the Monday it is kept on. */
const mondayised = (day: string): string[] => (isWeekend(day) ? [day, onOrAfter(day, 1)] : [day])

/** Two days in a row, as at Christmas: one on a Saturday is kept on Monday, one on a Sunday on Tuesday. */
const pair = (first: string): [string[], string[]] => {
  const kept = (day: string) => (isWeekend(day) ? [day, addDays(day, 2)] : [day])
  return [kept(first), kept(addDays(first, 1))]
}

function holidaysOf(year: number, region: string): Map<string, string> {
  // A holiday on a weekend is kept on a working day too.
  const named = (name: string, days: readonly string[]) =>
    days.map((day, at) => [day, at === 0 ? name : `${name} (observed)`] as const)
  const [newYear, dayAfter] = pair(`${year}-01-01`)
  const [christmas, boxing] = pair(`${year}-12-25`)
  const easter = easterSunday(year)
  const anniversary = ANNIVERSARIES[region]
  return new Map([
    ...named('New Year’s Day', newYear),
    ...named('Day after New Year’s Day', dayAfter),
    ...named('Waitangi Day', mondayised(`${year}-02-06`)),
    ...named('Good Friday', [addDays(easter, -2)]),
    ...named('Easter Sunday', [easter]),
    ...named('Easter Monday', [addDays(easter, 1)]),
    ...named('ANZAC Day', mondayised(`${year}-04-25`)),
    ...named('King’s Birthday', [onOrAfter(`${year}-06-01`, 1)]),
    ...named('Matariki', MATARIKI[year] ? [`${year}-${MATARIKI[year]}`] : []),
    ...named('Labour Day', [onOrAfter(`${year}-10-22`, 1)]),
    ...named('Christmas Day', christmas),
    ...named('Boxing Day', boxing),
    ...(anniversary
      ? named(`${anniversary[0]} Anniversary Day`, [
          onOrAfter(addDays(`${year}-${anniversary[1]}`, -3), 1),
        ])
      : []),
    // Canterbury keeps Show Day: the second Friday after the first Tuesday of November.
    ...(region === 'Canterbury'
      ? named('Canterbury Anniversary Day', [
          addDays(onOrAfter(onOrAfter(`${year}-11-01`, 2), 5), 7),
        ])
      : []),
  ])
}

const known = new Map<string, Map<string, string>>()

/**
 * The name of the public holiday on a day in a region, or `null`.
 *
 * @param day `yyyy-mm-dd`.
 * @param region A dealer's region; an unknown one has the national holidays only.
 */
export function publicHoliday(day: string, region: string): string | null {
  const year = day.slice(0, 4)
  const key = `${year} ${region}`
  const holidays = known.get(key) ?? holidaysOf(Number(year), region)
  known.set(key, holidays)
  return holidays.get(day) ?? null
}
