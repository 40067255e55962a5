import { addDays, aucklandDay, daysBetween } from '#lib/shared/dates.ts'
import type { Days } from '#lib/catalogue/delivery.ts'
import type { OpenPlace } from '#lib/service/opening-hours.ts'
import type { Appointment } from '#lib/service/calendar.ts'
import { startsOn, UNIT_MINUTES } from '#lib/service/slots.ts'
import { addMinutes, aucklandInstant } from '#lib/service/times.ts'
import { addressLine } from '#lib/service/labels.ts'

/** When a car can be handed over at an outlet: on the hour from when it opens, one car at a time. */

export const HAND_OVER_MINUTES = 60
/** The outlet's time to prepare. */
const LEAD_HOURS = 24
/** How many days are offered. */
const OFFERED_DAYS = 21

/** The first instant and the days that can be booked now: not before the car should be ready. */
export function handOverWindow(
  now: string,
  estimate: Days | null,
): { earliest: string; firstDay: string; lastDay: string } {
  const soonest = addMinutes(now, LEAD_HOURS * 60)
  const ready = estimate ? aucklandInstant(estimate.from, '00:00') : soonest
  const earliest = ready > soonest ? ready : soonest
  const firstDay = aucklandDay(earliest)
  return { earliest, firstDay, lastDay: addDays(firstDay, OFFERED_DAYS) }
}

/** The instants at which a car can be handed over on a day, whether they are taken or not. */
export const handOverStarts = (outlet: OpenPlace, day: string): string[] =>
  startsOn(outlet, day, HAND_OVER_MINUTES).filter(
    (_, unit) => unit % (HAND_OVER_MINUTES / UNIT_MINUTES) === 0,
  )

/** The days of a window that have times left, each with them. */
export function handOverDays(
  outlet: OpenPlace,
  { earliest, firstDay, lastDay }: ReturnType<typeof handOverWindow>,
  taken: ReadonlySet<string>,
): { day: string; starts: string[] }[] {
  return Array.from({ length: daysBetween(firstDay, lastDay) + 1 }, (_, index) => {
    const day = addDays(firstDay, index)
    const starts = handOverStarts(outlet, day).filter(
      (start) => start >= earliest && !taken.has(start),
    )
    return { day, starts }
  }).filter(({ starts }) => starts.length > 0)
}

/**
 * The appointment for a calendar.
 *
 * @param car The name of the car.
 * @param url Where it can be changed.
 */
export const handOverAppointment = ({
  purchaseJourneyId,
  car,
  outlet,
  appointment: { startsAt, endsAt, sequence },
  url,
  writtenAt,
  isCancelled = false,
}: {
  purchaseJourneyId: string
  car: string
  outlet: Parameters<typeof addressLine>[0]['outlet'] & { phone: string }
  appointment: { startsAt: string; endsAt: string; sequence: number }
  url: string
  writtenAt: string
  isCancelled?: boolean
}): Appointment => ({
  uid: `hand-over-${purchaseJourneyId}@${new URL(url).hostname}`,
  sequence,
  isCancelled,
  writtenAt,
  startsAt,
  endsAt,
  title: `Collect your ${car}`,
  location: `${outlet.name}, ${addressLine({ outlet })}`,
  description: `Bring your driver licence. Phone ${outlet.phone}.`,
  url,
})
