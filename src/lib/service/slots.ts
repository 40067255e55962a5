import { aucklandDay } from '#lib/shared/dates.ts'
import { hoursOn, type OpenPlace } from './opening-hours.ts'
import { publicHoliday } from './holidays.ts'
import { addMinutes, aucklandInstant } from './times.ts'

/**
 * The free times of a workshop. A day is divided into units of equal length; a service takes one bay for as many units
 * in a row as it lasts. Each unit of a bay is taken once: it is unique in the database by outlet, start and bay.
 */

/** The minutes of a unit. Workshop hours and service lengths are whole units. */
export const UNIT_MINUTES = 30
/** How long a slot is held while the booking is typed; each input starts it again (decision 45). */
export const HOLD_MINUTES = 5
/** The longest hold of a slot in all. */
export const HOLD_AT_MOST_MINUTES = 30
/** A booking can be changed or cancelled online until this long before it begins. */
export const CHANGE_UNTIL_HOURS = 2
/** The most days in one request: a month as a calendar shows it. */
export const MAX_DAYS = 42

/**
 * Whether a dealer services a car: electric cars only where it is certified for them.
 *
 * @param isElectric `null` if unknown: the dealer checks when the car arrives.
 */
export const looksAfter = (
  { evCertified }: { evCertified: boolean },
  isElectric: boolean | null,
): boolean => evCertified || !isElectric

/** Where services are done. */
export interface Workshop extends OpenPlace {
  bays: number
}

/** The bays that are taken, by the start of the unit (ISO 8601, UTC). */
export type Taken = ReadonlyMap<string, ReadonlySet<number>>

export interface ServiceDay {
  day: string
  /** `FULL`: open, but nothing is left for this service. */
  state: 'OPEN' | 'FULL' | 'CLOSED'
  /** The public holiday that it is closed for. */
  holiday: string | null
  /** Instants a car may be brought in at, ISO 8601 in UTC. */
  starts: string[]
}

/**
 * The starts of a workshop's units on a day, in order: instants, so that a day on which clocks change has as many
 * as it has half hours.
 */
export function unitsOn(workshop: OpenPlace, day: string): string[] {
  const hours = hoursOn(workshop, day)
  if (hours === null) return []
  const [opens, closes] = hours.split('-').map((time) => aucklandInstant(day, time))
  const units: string[] = []
  for (let at = opens!; at < closes!; at = addMinutes(at, UNIT_MINUTES)) units.push(at)
  return units
}

/** The starts of the units a service takes, its own first. */
export const unitsOf = (startsAt: string, minutes: number): string[] =>
  Array.from({ length: Math.ceil(minutes / UNIT_MINUTES) }, (_, unit) =>
    addMinutes(startsAt, unit * UNIT_MINUTES),
  )

/** The bays that are free for all units of a service, lowest first. */
export const freeBays = (bays: number, units: readonly string[], taken: Taken): number[] =>
  Array.from({ length: bays }, (_, index) => index + 1).filter((bay) =>
    units.every((unit) => !taken.get(unit)?.has(bay)),
  )

/** The starts at which a service ends before the workshop closes, ignoring bookings. */
export function startsOn(workshop: OpenPlace, day: string, minutes: number): string[] {
  const units = unitsOn(workshop, day)
  return units.slice(0, Math.max(0, units.length - Math.ceil(minutes / UNIT_MINUTES) + 1))
}

/**
 * A day of a workshop as its calendar shows it.
 *
 * @param earliest The first instant that may be booked.
 */
export function serviceDay(
  workshop: Workshop,
  {
    day,
    minutes,
    earliest,
    taken,
  }: {
    day: string
    minutes: number
    earliest: string
    taken: Taken
  },
): ServiceDay {
  const possible = startsOn(workshop, day, minutes).filter((start) => start >= earliest)
  const starts = possible.filter(
    (start) => freeBays(workshop.bays, unitsOf(start, minutes), taken).length > 0,
  )
  const state = possible.length === 0 ? 'CLOSED' : starts.length === 0 ? 'FULL' : 'OPEN'
  return { day, state, holiday: publicHoliday(day, workshop.region), starts }
}

/** Whether a service can begin at an instant: at the start of a unit, within the hours, not too soon. */
export const isStart = (
  workshop: Workshop,
  { startsAt, minutes, earliest }: { startsAt: string; minutes: number; earliest: string },
): boolean =>
  startsAt >= earliest && startsOn(workshop, aucklandDay(startsAt), minutes).includes(startsAt)

/** The last instant at which a booking can be changed or cancelled online. */
export const changeUntil = (startsAt: string): string =>
  addMinutes(startsAt, -60 * CHANGE_UNTIL_HOURS)
