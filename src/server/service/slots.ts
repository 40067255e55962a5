import type * as calls from '#lib/service/calls.ts'
import { addDays, aucklandDay, daysBetween } from '#lib/shared/dates.ts'
import { freeBays, MAX_DAYS, serviceDay, unitsOf, unitsOn } from '#lib/service/slots.ts'
import { addMinutes, aucklandInstant } from '#lib/service/times.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Trx } from '#server/database.ts'
import { countHeld, freeLapsed, freeSlots, listTaken, passOn, takeBay } from './slot-queries.ts'
import { spendPoint } from '#server/platform/database/rate-counters.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, fieldError, invalid } from '#server/platform/http/api-problem.ts'
import { findWorkshopService, type WorkshopService } from './workshop-service.ts'

/** The first instant and the last day that can be booked now. */
export function bookableDays({ catalogue, now }: Deps): {
  earliest: string
  firstDay: string
  lastDay: string
} {
  const { leadHours, horizonDays } = catalogue.service
  const earliest = addMinutes(now().toISOString(), leadHours * 60)
  return {
    earliest,
    firstDay: aucklandDay(earliest),
    lastDay: addDays(aucklandDay(now()), horizonDays),
  }
}

const takenBays = (units: { starts_at: string; bay: number }[]): Map<string, Set<number>> => {
  const taken = new Map<string, Set<number>>()
  for (const { starts_at, bay } of units)
    taken.set(starts_at, (taken.get(starts_at) ?? new Set()).add(bay))
  return taken
}

/**
 * When a workshop has room for a service, by day.
 *
 * @throws {ApiProblem} 400 for an outlet, a service or days that are not possible.
 */
export async function listSlots(
  deps: Deps,
  query: z.output<typeof calls.listServiceSlots.query>,
): Promise<z.output<typeof calls.listServiceSlots.answer>> {
  const { workshop, type } = findWorkshopService(deps, query)
  const { date, until = date } = query
  if (until < date) throw invalid([fieldError('until', 'is before the first day')])
  if (daysBetween(date, until) >= MAX_DAYS)
    throw invalid([fieldError('until', `must be less than ${MAX_DAYS} days after the first day`)])

  const { earliest, firstDay, lastDay } = bookableDays(deps)
  const from = date < firstDay ? firstDay : date
  const to = until > lastDay ? lastDay : until
  if (to < from) return { days: [], firstDay, lastDay }
  const units = await listTaken(deps.db, {
    outletCode: query.outletCode,
    from: aucklandInstant(from, '00:00'),
    before: aucklandInstant(addDays(to, 1), '00:00'),
    now: deps.now().toISOString(),
  })
  const taken = takenBays(units)
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) =>
    serviceDay(workshop, {
      day: addDays(from, index),
      minutes: type.minutes,
      earliest,
      taken,
    }),
  )
  return { days, firstDay, lastDay }
}

/** Locks days of workshops in one order: of two who hold times in place of others, neither waits for the other. */
export async function lockDays(
  { now }: Pick<Deps, 'now'>,
  trx: Trx,
  times: readonly { outlet_code: string; starts_at: string }[],
): Promise<void> {
  const days = times.map(
    ({ outlet_code, starts_at }) => `workshop-day:${outlet_code}:${aucklandDay(starts_at)}`,
  )
  for (const day of [...new Set(days)].toSorted()) await spendPoint(trx, day, DAY_MS, now())
}

/**
 * Leaves a part of a dealer's day to customers with an account: visitors hold times, and book ones that nobody confirms,
 * from as many networks as they have. Call it before anything else is locked: visitors to one day take turns.
 *
 * @param replaces The hold that the time is taken in place of.
 * @throws {ApiProblem} 409 when visitors have their part of the day.
 */
export async function requireVisitorsShare(
  { now, settings }: Deps,
  trx: Trx,
  { outlet, workshop, type }: WorkshopService,
  { startsAt, replaces = '' }: { startsAt: string; replaces?: string | undefined },
): Promise<void> {
  const { outletCode } = outlet
  const day = aucklandDay(startsAt)
  await lockDays({ now }, trx, [{ outlet_code: outletCode, starts_at: startsAt }])
  const held = await countHeld(trx, {
    outletCode,
    from: aucklandInstant(day, '00:00'),
    before: aucklandInstant(addDays(day, 1), '00:00'),
    now: now().toISOString(),
    except: replaces,
  })
  const share = settings.limits.LIMIT_VISITOR_WORKSHOP_PERCENT / 100
  const most = unitsOn(workshop, day).length * workshop.bays * share
  // One always fits, however long it takes.
  if (held > 0 && held + unitsOf(startsAt, type.minutes).length > most)
    throw conflict(
      `This day is filling up, so the remaining times are for customers who are signed in. Please sign in to book this time, choose another day, or call ${outlet.name} on ${outlet.phone}.`,
    )
}

const TAKEN = 'Someone has just taken this time. Please choose another.'

/**
 * Takes a bay for a service, the first that is free.
 *
 * @throws {ApiProblem} 409 when there is none.
 */
export async function takeSlot(
  { now }: Deps,
  trx: Trx,
  { outlet: { outletCode }, workshop, type }: WorkshopService,
  { startsAt, ownerId, heldUntil }: { startsAt: string; ownerId: string; heldUntil: string | null },
): Promise<void> {
  const units = unitsOf(startsAt, type.minutes)
  const at = now().toISOString()
  await freeLapsed(trx, at, { outletCode, units })
  const before = addMinutes(startsAt, type.minutes)
  const taken = takenBays(await listTaken(trx, { outletCode, from: startsAt, before, now: at }))
  for (const bay of freeBays(workshop.bays, units, taken))
    if (await takeBay(trx, { outletCode, bay, units, ownerId, heldUntil })) return
  throw conflict(TAKEN)
}

/**
 * Passes the slots of a hold to an owner, or takes them again: a lapsed hold may have lost some of them.
 *
 * @throws {ApiProblem} 409 when the time is taken.
 */
export async function keepSlot(
  deps: Deps,
  trx: Trx,
  service: WorkshopService,
  {
    startsAt,
    holdId,
    ownerId,
    heldUntil,
  }: { startsAt: string; holdId: string; ownerId: string; heldUntil: string | null },
): Promise<void> {
  const kept = await passOn(trx, holdId, { owner_id: ownerId, held_until: heldUntil })
  if (kept === unitsOf(startsAt, service.type.minutes).length) return
  await freeSlots(trx, ownerId)
  await takeSlot(deps, trx, service, { startsAt, ownerId, heldUntil })
}
