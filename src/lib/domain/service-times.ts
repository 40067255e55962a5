import { isDay } from './dates.ts'

/** Times of the clock in New Zealand, for appointments. Instants are stored in UTC. */

const TIME_ZONE = 'Pacific/Auckland'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** New Zealand's offsets from UTC: in summer and in winter. */
const SUMMER_MS = 13 * HOUR_MS
const WINTER_MS = 12 * HOUR_MS

const wallParts = new Intl.DateTimeFormat('en-NZ', {
  timeZone: TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})
const clock = new Intl.DateTimeFormat('en-NZ', {
  timeZone: TIME_ZONE,
  hour: 'numeric',
  minute: '2-digit',
})
const fullDay = new Intl.DateTimeFormat('en-NZ', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const fullDayAndYear = new Intl.DateTimeFormat('en-NZ', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** What a clock in New Zealand shows at an instant, as if it were UTC: milliseconds since the epoch. */
const wallMs = (instantMs: number): number => {
  const parts = wallParts.formatToParts(instantMs)
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value)
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    (instantMs / 1000) % 60,
  )
}

/**
 * The instant at which clocks in New Zealand show a time on a day.
 *
 * Of a time that comes twice, as clocks go back, the first; a time that is left out, as they go forward, is the
 * same while after the change as it would have been.
 *
 * @param day `yyyy-mm-dd`.
 * @param time `hh:mm`, from 00:00 to 23:59.
 * @returns ISO 8601 text in UTC.
 * @throws {RangeError} If it is no day or no time.
 */
export function aucklandInstant(day: string, time: string): string {
  if (!isDay(day)) throw new RangeError(`${day} is not a day`)
  const shownMs = Date.parse(`${day}T${time}:00.000Z`)
  const instantMs =
    wallMs(shownMs - SUMMER_MS) === shownMs ? shownMs - SUMMER_MS : shownMs - WINTER_MS
  return new Date(instantMs).toISOString()
}

/** The instant a number of minutes later, ISO 8601 text in UTC. */
export const addMinutes = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString()

/** An instant's time in New Zealand as people read it: `2:05 pm`. */
export const formatTime = (instant: string): string => clock.format(Date.parse(instant))

/** A day as people say it: `Tuesday, 24 November`. */
export const formatWeekday = (day: string): string => fullDay.format(Date.parse(`${day}T00:00Z`))

/** A day with its year: `Tuesday, 24 November 2026`. */
export const formatFullDay = (day: string): string =>
  fullDayAndYear.format(Date.parse(`${day}T00:00Z`))

/** How long something takes: `45 minutes`, `1 hour`, `1 hour 30 minutes`, `4 hours`. */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [
    ...(hours > 0 ? [`${hours} ${hours === 1 ? 'hour' : 'hours'}`] : []),
    ...(rest > 0 ? [`${rest} minutes`] : []),
  ].join(' ')
}
