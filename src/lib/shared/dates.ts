import { DAY_MS, HOUR_MS } from './durations.ts'

/** Days are `yyyy-mm-dd` text in New Zealand's calendar; instants are ISO 8601 with an offset (specification §9). */

// Nothing here is formatted by `Intl`: the first date formatter of a page takes a phone's processor 100 ms to make.

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** New Zealand's offset from UTC in hours, in summer and in winter. */
export const SUMMER_HOURS = 13
export const WINTER_HOURS = 12

/** When clocks change: on the Sunday on or after a day of a month, at 14:00 UTC the day before. */
const changeMs = (year: number, month: number, day: number): number => {
  const weekday = new Date(Date.UTC(year, month, day)).getUTCDay()
  return Date.UTC(year, month, day + ((7 - weekday) % 7) - 1, 14)
}

/**
 * New Zealand's local time at an instant, as if it were UTC: milliseconds since the epoch. Summer time is from the
 * last Sunday of September, 2 am, to the first of April, 3 am (Daylight Time Order 2007). A test holds this against the
 * time zones of Node, so that a change of the law is noticed.
 */
export const clockMs = (instantMs: number): number => {
  const year = new Date(instantMs).getUTCFullYear()
  const isWinter = instantMs >= changeMs(year, 3, 1) && instantMs < changeMs(year, 8, 24)
  return instantMs + (isWinter ? WINTER_HOURS : SUMMER_HOURS) * HOUR_MS
}

/**
 * The day it is in New Zealand at an instant, `yyyy-mm-dd`. Right on both clock-change days.
 *
 * @param instant ISO 8601 text with an offset, a `Date`, or milliseconds since the Unix epoch.
 * @throws {RangeError} If it is no instant.
 */
export const aucklandDay = (instant: string | number | Date): string =>
  new Date(clockMs(new Date(instant).getTime())).toISOString().slice(0, 10)

/** Whether text is a real calendar day, `yyyy-mm-dd`: 30 February is not. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && startOfDayUtc(text)?.toISOString().slice(0, 10) === text

/**
 * The day a number of days later, or earlier for a negative number.
 *
 * Counts calendar days, so a day of 23 or 25 hours is one day.
 *
 * @throws {RangeError} If `day` is no day.
 */
export const addDays = (day: string, days: number): string =>
  new Date(dayMs(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The same day of the month some months later; the last of the month where it has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate)))
    .toISOString()
    .slice(0, 10)
}

/** The later of two days, or of two instants. */
export const laterOf = (one: string, other: string): string => (one > other ? one : other)

/** How many days from one day to another; negative when `to` is the earlier one. */
export const daysBetween = (from: string, to: string): number => (dayMs(to) - dayMs(from)) / DAY_MS

/** A day as people read it: `20 November 2026`. Its spaces do not break, so that a phone keeps it on one line. */
export const formatDay = (day: string): string => {
  const date = new Date(dayMs(day))
  return `${date.getUTCDate()}\u00a0${MONTHS[date.getUTCMonth()]}\u00a0${date.getUTCFullYear()}`
}

const startOfDayUtc = (day: string): Date | null => {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? null : date
}

const dayMs = (day: string): number => {
  if (!isDay(day)) throw new RangeError(`${day} is not a day`)
  return Date.parse(`${day}T00:00:00Z`)
}
