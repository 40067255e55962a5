/** Days are `yyyy-mm-dd` text in New Zealand's calendar; instants are ISO 8601 with an offset (specification §9). */

const TIME_ZONE = 'Pacific/Auckland'
const DAY_MS = 86_400_000

const dayParts = new Intl.DateTimeFormat('en-NZ', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const longDay = new Intl.DateTimeFormat('en-NZ', { timeZone: 'UTC', dateStyle: 'long' })
const longInstant = new Intl.DateTimeFormat('en-NZ', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/**
 * The day it is in New Zealand at an instant, `yyyy-mm-dd`. Right on both clock-change days.
 *
 * @param instant ISO 8601 text with an offset, a `Date`, or milliseconds since the Unix epoch.
 * @throws {RangeError} If it is no instant.
 */
export const aucklandDay = (instant: string | number | Date): string => {
  const parts = dayParts.formatToParts(new Date(instant))
  const part = (type: string) => parts.find((found) => found.type === type)?.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** Whether text is a real calendar day, `yyyy-mm-dd`: 30 February is not. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && startOfDayUtc(text)?.toISOString().slice(0, 10) === text

/**
 * The day a number of days later, or earlier for a negative number.
 *
 * Reckoned on the calendar, so a day of 23 or 25 hours is one day.
 *
 * @throws {RangeError} If `day` is no day.
 */
export const addDays = (day: string, days: number): string =>
  new Date(dayMs(day) + days * DAY_MS).toISOString().slice(0, 10)

/** How many days from one day to another; negative when `to` is the earlier one. */
export const daysBetween = (from: string, to: string): number => (dayMs(to) - dayMs(from)) / DAY_MS

/** A day as people read it: `20 November 2026`. */
export const formatDay = (day: string): string => longDay.format(dayMs(day))

/** The same of a day, or of the New Zealand day of an instant. */
export const formatDayOf = (text: string): string =>
  formatDay(text.length === 'yyyy-mm-dd'.length ? text : aucklandDay(text))

/** The days from one to another: `29 November – 6 December 2026`. */
export const formatDays = (from: string, to: string): string =>
  longDay.formatRange(dayMs(from), dayMs(to))

/** An instant's New Zealand day and time as people read them: `20 November 2026 at 2:05 pm`. */
export const formatInstant = (instant: string | number | Date): string =>
  longInstant.format(new Date(instant))

const startOfDayUtc = (day: string): Date | null => {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? null : date
}

const dayMs = (day: string): number => {
  if (!isDay(day)) throw new RangeError(`${day} is not a day`)
  return Date.parse(`${day}T00:00:00Z`)
}
