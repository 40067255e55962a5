import { addDays, clockMs, isDay, SUMMER_HOURS, WINTER_HOURS } from '#lib/shared/dates.ts'
import { HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'

/** New Zealand's local times, for appointments. Instants are stored in UTC. */

/**
 * The instant of a New Zealand local time.
 *
 * A time that occurs twice, when clocks go back, is the first one. A time that is skipped, when they go forward, is as
 * long after the change as it would have been.
 *
 * @param day `yyyy-mm-dd`.
 * @param time `hh:mm`, from 00:00 to 23:59.
 * @returns ISO 8601 text in UTC.
 * @throws {RangeError} If it is no day or no time.
 */
export function aucklandInstant(day: string, time: string): string {
  if (!isDay(day)) throw new RangeError(`${day} is not a day`)
  const shownMs = Date.parse(`${day}T${time}:00.000Z`)
  const inSummerMs = shownMs - SUMMER_HOURS * HOUR_MS
  const isSummer = clockMs(inSummerMs) === shownMs
  return new Date(isSummer ? inSummerMs : shownMs - WINTER_HOURS * HOUR_MS).toISOString()
}

/** The last instant of a day in New Zealand, ISO 8601 text in UTC: what is promised until a day ends with it. */
export const lastInstantOf = (day: string): string =>
  new Date(Date.parse(aucklandInstant(addDays(day, 1), '00:00')) - 1).toISOString()

/** The instant a number of minutes later, ISO 8601 text in UTC. */
export const addMinutes = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString()
