import { addDays } from './dates.ts'

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

/** A region's anniversary, kept on the Monday nearest to a day of January or March. */
const ANNIVERSARIES: Record<string, [name: string, monthAndDay: string]> = {
  Northland: ['Auckland Anniversary Day', '01-29'],
  Auckland: ['Auckland Anniversary Day', '01-29'],
  Waikato: ['Auckland Anniversary Day', '01-29'],
  'Bay of Plenty': ['Auckland Anniversary Day', '01-29'],
  'Manawatū-Whanganui': ['Wellington Anniversary Day', '01-22'],
  Wellington: ['Wellington Anniversary Day', '01-22'],
  Nelson: ['Nelson Anniversary Day', '02-01'],
  Otago: ['Otago Anniversary Day', '03-23'],
}

/** 0 is Sunday. */
const weekday = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay()

/** The first Monday (or other weekday) on or after a day. */
const onOrAfter = (day: string, wanted: number): string =>
  addDays(day, (wanted - weekday(day) + 7) % 7)

/** Easter Sunday in the Gregorian calendar (the anonymous algorithm of 1876). */
function easterSunday(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  return `${year}-0${month}-${String((h + l - 7 * m + 33 * month + 19) % 32).padStart(2, '0')}`
}

/** A day and, when it falls on a weekend, the Monday it is kept on. */
const mondayised = (day: string): string[] =>
  [0, 6].includes(weekday(day)) ? [day, onOrAfter(day, 1)] : [day]

/** Two days in a row, as at Christmas: one on a Saturday is kept on Monday, one on a Sunday on Tuesday. */
const pair = (first: string): [string[], string[]] => {
  const kept = (day: string) => ([0, 6].includes(weekday(day)) ? [day, addDays(day, 2)] : [day])
  return [kept(first), kept(addDays(first, 1))]
}

function holidaysOf(year: number, region: string): Map<string, string> {
  const named = (name: string, days: readonly string[]) => days.map((day) => [day, name] as const)
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
      ? named(anniversary[0], [onOrAfter(addDays(`${year}-${anniversary[1]}`, -3), 1)])
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
 * The name of the public holiday that a day is in a region, or `null`.
 *
 * @param day `yyyy-mm-dd`.
 * @param region A dealer's region; one that is not known keeps the national holidays alone.
 */
export function publicHoliday(day: string, region: string): string | null {
  const year = day.slice(0, 4)
  const key = `${year} ${region}`
  const holidays = known.get(key) ?? holidaysOf(Number(year), region)
  known.set(key, holidays)
  return holidays.get(day) ?? null
}
