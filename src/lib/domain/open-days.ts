import { addDays, aucklandDay } from './dates.ts'
import { AHEAD_DAYS, hoursOn, usualHours, type OpenPlace } from './opening-hours.ts'
import { publicHoliday } from './service-holidays.ts'

/** Public holidays of the next days on which a dealer that is open otherwise is closed. */
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
