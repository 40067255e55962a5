import { addDays, aucklandDay } from '#lib/shared/dates.ts'
import { AHEAD_DAYS, hoursOn, usualHours, type OpenPlace } from './opening-hours.ts'
import { publicHoliday } from './holidays.ts'
import { aucklandInstant } from './times.ts'

/** The coming public holidays that close a dealer on a day it would be open. */
export const holidaysAhead = (
  place: OpenPlace,
  nowMs: number,
  days = AHEAD_DAYS,
): { day: string; name: string }[] =>
  Array.from({ length: days }, (_, ahead) => addDays(aucklandDay(nowMs), ahead)).flatMap((day) => {
    const name = publicHoliday(day, place.region)
    return name && usualHours(place.hours, day) !== null ? [{ day, name }] : []
  })

/** The next days a dealer is open, the first one after today. */
export const openDays = (place: OpenPlace, nowMs: number, within: number): string[] =>
  Array.from({ length: within }, (_, ahead) => addDays(aucklandDay(nowMs), ahead + 1)).filter(
    (day) => hoursOn(place, day) !== null,
  )

/**
 * The closing time of a dealer on a working day after today: 1 is the next one.
 *
 * @returns ISO 8601 text in UTC.
 */
export function endOfWorkingDay(place: OpenPlace, nowMs: number, days: number): string {
  const day = openDays(place, nowMs, AHEAD_DAYS * 2 + days * 7)[days - 1]
  if (day === undefined) throw new RangeError('the dealer is never open')
  return aucklandInstant(day, hoursOn(place, day)!.split('-')[1]!)
}
