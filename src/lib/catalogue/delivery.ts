import type { DeliveryStatus } from '#lib/codes.ts'
import { addDays, daysBetween, formatDay, laterOf } from '#lib/shared/dates.ts'

/** The stages of a delivery, in order, in words. */
export const DELIVERY_STAGES: readonly { status: DeliveryStatus; label: string }[] = [
  { status: 'ONORDER', label: 'On order' },
  { status: 'SHIPPED', label: 'Shipped' },
  { status: 'LANDED', label: 'In New Zealand' },
  { status: 'DISPATCHED', label: 'On its way to the dealer' },
  { status: 'AVAIL4PKUP', label: 'Ready to collect' },
]

/** The stages as a track, each done, current or still to come. */
export function deliveryTrack(status: DeliveryStatus) {
  const at = DELIVERY_STAGES.findIndex((stage) => stage.status === status)
  return DELIVERY_STAGES.map(({ status: stage, label }, index) => ({
    stage,
    label,
    state: index < at ? ('done' as const) : index === at ? ('current' as const) : ('todo' as const),
  }))
}

const order = (status: DeliveryStatus): number =>
  DELIVERY_STAGES.findIndex((stage) => stage.status === status)

/** Whether one stage comes after another. `null` is before the first stage. */
export const isOnwards = (from: DeliveryStatus | null, to: DeliveryStatus): boolean =>
  from === null || order(to) > order(from)

/** Why a car at a stage cannot be handed over: it is still abroad. */
export const awayObstacle = (status: DeliveryStatus | null): string | null =>
  status !== null && order(status) < order('LANDED')
    ? 'The car hasn’t arrived yet. Record where it is first.'
    : null

/** The car held for a purchase: from stock, now or in some weeks, or a month's build slot. */
export type HeldCar =
  /** Its weeks count from `since`: the day it was reserved, or today. */
  { kind: 'STOCK'; etaWeeks: number; since?: string } | { kind: 'BUILD'; month: string }

/** The least and most days until a car is ready: for its preparation, or for the shipping too. */
const READY_AFTER_DAYS = { STOCK: [7, 14], BUILD: [42, 70] } as const

/** Days until the end of next month, at most: a car that is ordered today is built until then. */
const BUILT_AFTER_DAYS = 62

/** The most weeks until a car is ready that is ordered today, from stock or from next month's build. */
export const readyWithinWeeks = (kind: HeldCar['kind']): number =>
  Math.ceil(((kind === 'BUILD' ? BUILT_AFTER_DAYS : 0) + READY_AFTER_DAYS[kind][1]) / 7)

/** The same, counted from a stage that is more exact than the promise. */
const READY_AFTER_STAGE: Partial<Record<DeliveryStatus, readonly [number, number]>> = {
  LANDED: [7, 21],
  DISPATCHED: [2, 7],
}

/** Days from the first to the last, `yyyy-mm-dd`. */
export interface Days {
  from: string
  to: string
}

/**
 * Estimates the days between which a car should be ready to collect.
 *
 * @param confirmedDay The day its purchase was confirmed, `yyyy-mm-dd`: the car is not prepared before it.
 * @param latest The stage it has reached, and on which day.
 */
export function deliveryEstimate(
  car: HeldCar,
  confirmedDay: string,
  latest?: { status: DeliveryStatus; day: string },
): Days {
  const fromStage = latest && READY_AFTER_STAGE[latest.status]
  const here = fromStage
    ? laterOf(confirmedDay, latest.day)
    : car.kind === 'STOCK'
      ? laterOf(confirmedDay, addDays(car.since ?? confirmedDay, car.etaWeeks * 7))
      : lastDayOf(car.month)
  const [soonest, latestDay] = fromStage ?? READY_AFTER_DAYS[car.kind]
  return { from: addDays(here, soonest), to: addDays(here, latestDay) }
}

/** How far an estimate may move; beyond that the customer may cancel at any time (terms). */
export const LATE_DAYS = 60

/** Whether the latest estimate is more than {@link LATE_DAYS} later than the first. */
export function isTooLate(estimates: readonly Days[]): boolean {
  const [first] = estimates
  const last = estimates.at(-1)
  return first !== undefined && last !== undefined && daysBetween(first.to, last.to) > LATE_DAYS
}

/** The earlier estimates, the latest first, each with the instant until which it was current. */
export const estimatesBefore = (
  estimates: readonly (Days & { at: string })[],
): (Days & { until: string })[] =>
  estimates
    .slice(0, -1)
    .map(({ from, to }, index) => ({ from, to, until: estimates[index + 1]!.at }))
    .reverse()

/** The days from one to another: `3 to 9 November 2026`, `29 November to 6 December 2026`. */
export const formatDays = (from: string, to: string): string => {
  const [first, last] = [formatDay(from), formatDay(to)]
  if (first === last) return last
  const [day, month, year] = first.split('\u00a0')
  if (last.endsWith(`\u00a0${month}\u00a0${year}`)) return `${day}\u00a0to\u00a0${last}`
  return `${last.endsWith(year!) ? `${day}\u00a0${month}` : first} to ${last}`
}

/** When a car should be ready, as shown with its price. */
export const readyText = (delivery: Days | null): string =>
  delivery
    ? `Ready ${formatDays(delivery.from, delivery.to)}`
    : 'Not available right now. We’ll look for one'

/** The same as a sentence, for a car that is not ordered yet. */
export const readySentence = (delivery: Days | null): string =>
  `${readyText(delivery)}${delivery ? ', if you order today' : ''}.`

/** How another choice changes the delivery; `null` where it does not. */
export function deliveryChangeText(now: Days | null, then: Days | null): string | null {
  if (!then) return now && 'Not available right now'
  if (!now) return readyText(then)
  if (now.from === then.from && now.to === then.to) return null
  return `Ready ${then.to > now.to ? 'later' : 'sooner'}, ${formatDays(then.from, then.to)}`
}

/**
 * The months after a day's own, which have build slots.
 *
 * @param day `yyyy-mm-dd`.
 * @returns `yyyy-mm`, the earliest first.
 */
export function monthsAfter(day: string, count: number): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month + index, 1)).toISOString().slice(0, 7),
  )
}

/** @param month `yyyy-mm` */
const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
