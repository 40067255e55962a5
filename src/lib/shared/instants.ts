import { aucklandDay, clockMs, formatDay } from './dates.ts'
import { DAY_MS, MINUTE_MS } from './durations.ts'
import { weekdayOf } from './weekdays.ts'

/** An instant's time in New Zealand as people read it: `2:05 pm`. */
export const formatTime = (instant: string | number | Date): string => {
  const shown = new Date(clockMs(new Date(instant).getTime()))
  const hour = shown.getUTCHours()
  const minute = String(shown.getUTCMinutes()).padStart(2, '0')
  return `${hour % 12 || 12}:${minute}\u00a0${hour < 12 ? 'am' : 'pm'}`
}

/** An instant's New Zealand day and time as people read them: `20 November 2026 at 2:05 pm`. */
export const formatInstant = (instant: string | number | Date): string =>
  `${formatDay(aucklandDay(instant))} at ${formatTime(instant)}`

/** A day, or the New Zealand day of an instant, as people read it. */
export const formatDayOf = (text: string): string =>
  formatDay(text.length === 'yyyy-mm-dd'.length ? text : aucklandDay(text))

/**
 * A deadline: `Wed 25 November, 6:17 pm`. One at midnight belongs to the day it ends, as its last minute: 12:00 am could
 * be read as a day later. Only the space before the time can break.
 */
export const formatDeadline = (instant: string | number | Date): string => {
  const atMs = new Date(instant).getTime()
  const shown = clockMs(atMs) % DAY_MS === 0 ? atMs - MINUTE_MS : atMs
  const day = aucklandDay(shown)
  const date = formatDay(day).replace(/\s\d+$/, '')
  return `${weekdayOf(day).slice(0, 3)}\u00a0${date}, ${formatTime(shown)}`
}
