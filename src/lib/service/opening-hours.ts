import { addDays, aucklandDay, clockMs, daysBetween } from '#lib/shared/dates.ts'
import { publicHoliday } from './holidays.ts'
import { formatWeekday, weekdayOf } from '#lib/shared/weekdays.ts'

export type Weekday = 'sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat'

/** When a dealer is open: New Zealand's clock, wherever the page is read. Closed on the public holidays of its region. */
export interface OpenPlace {
  region: string
  /** As `07:30-17:00`, or `null` on a day that it is closed. */
  hours: Record<Weekday, string | null>
}

export const WEEK: readonly (readonly [Weekday, string])[] = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
]

/** How many days ahead the next opening is searched for: longer than any row of holidays. */
export const AHEAD_DAYS = 14

/** Formats `17:30` as `5:30 pm`, and `08:00` as `8 am`. */
export function formatClock(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'am' : 'pm'}`
}

const inWords = (hours: string | null): string =>
  hours === null ? 'Closed' : hours.split('-').map(formatClock).join(' to ')

/** Two days in a row are joined by “and”. */
const daysText = (first: string, last: string): string => {
  if (first === last) return first
  const names = WEEK.map(([, name]) => name)
  return `${first} ${names.indexOf(last) - names.indexOf(first) === 1 ? 'and' : 'to'} ${last}`
}

/** The hours of a week, with consecutive days of the same hours on one line: `Monday to Friday`, `8 am to 5:30 pm`. */
export function weekLines(hours: OpenPlace['hours']): { days: string; hours: string }[] {
  const runs: { first: string; last: string; hours: string | null }[] = []
  for (const [weekday, name] of WEEK) {
    const run = runs.at(-1)
    if (run && run.hours === hours[weekday]) run.last = name
    else runs.push({ first: name, last: name, hours: hours[weekday] })
  }
  return runs.map(({ first, last, hours: open }) => ({
    days: daysText(first, last),
    hours: inWords(open),
  }))
}

/** The usual hours of a weekday, ignoring holidays. */
export const usualHours = (hours: OpenPlace['hours'], day: string): string | null =>
  hours[weekdayOf(day).slice(0, 3).toLowerCase() as Weekday]

/** The hours of a place on a day, `07:30-17:00`; `null` when it is closed. */
export const hoursOn = ({ region, hours }: OpenPlace, day: string): string | null =>
  publicHoliday(day, region) === null ? usualHours(hours, day) : null

/** Whether a dealer is open at an instant, and until or from when. */
export function openState(place: OpenPlace, nowMs: number): { isOpen: boolean; words: string } {
  const today = aucklandDay(nowMs)
  const shownMs = clockMs(nowMs)
  const atMs = (day: string, time: string) => Date.parse(`${day}T${time}Z`)
  for (let ahead = 0; ahead <= AHEAD_DAYS; ahead++) {
    const day = addDays(today, ahead)
    const [opens, closes] = hoursOn(place, day)?.split('-') ?? []
    if (!opens || !closes || shownMs >= atMs(day, closes)) continue
    if (shownMs >= atMs(day, opens))
      return { isOpen: true, words: `Open now until ${formatClock(closes)}` }
    const holiday = publicHoliday(today, place.region)
    const closed = holiday ? `Closed today for ${holiday}` : 'Closed now'
    return { isOpen: false, words: `${closed}. Opens ${whenFrom(today, day)}${formatClock(opens)}` }
  }
  return { isOpen: false, words: 'Closed now' }
}

function whenFrom(today: string, day: string): string {
  const days = daysBetween(today, day)
  if (days === 0) return 'at '
  if (days === 1) return 'tomorrow at '
  return `on ${days < 7 ? weekdayOf(day) : formatWeekday(day)} at `
}
