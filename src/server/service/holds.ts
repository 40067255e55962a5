import { createHmac } from 'node:crypto'
import type * as calls from '#lib/service/calls.ts'
import type { ServiceHold } from '#lib/service/shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import {
  freeBays,
  HOLD_AT_MOST_MINUTES,
  HOLD_MINUTES,
  isStart,
  unitsOf,
} from '#lib/service/slots.ts'
import { addMinutes } from '#lib/service/times.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import {
  conflict,
  fieldError,
  invalid,
  notFound,
  tooMany,
} from '#server/platform/http/api-problem.ts'
import { spendPoint } from '#server/platform/database/rate-counters.ts'
import type { Caller } from '#server/platform/http/network-budgets.ts'
import { NETWORKS_OF_SITE, networkOf, siteOf } from '#server/platform/http/network.ts'
import { deleteUnconfirmedBefore } from './queries.ts'
import {
  countHolds,
  deleteHold,
  deleteHoldsBefore,
  freeLapsed,
  freeSlots,
  insertHold,
  lockHold,
  setHeldUntil,
  takeBay,
} from './slot-queries.ts'
import { bookableDays, keepSlot, lockDays, requireVisitorsShare, takeSlot } from './slots.ts'
import type { ServiceHoldRow } from './tables.ts'
import { findWorkshopService, type WorkshopService } from './workshop-service.ts'

const serviceOfHold = (
  deps: Deps,
  { outlet_code, service_code }: ServiceHoldRow,
): WorkshopService =>
  findWorkshopService(deps, { outletCode: outlet_code, serviceCode: service_code })

const toHold = (row: ServiceHoldRow, minutes: number): ServiceHold => ({
  holdId: row.hold_id,
  outletCode: row.outlet_code,
  serviceCode: row.service_code,
  startsAt: row.starts_at,
  endsAt: addMinutes(row.starts_at, minutes),
  heldUntil: row.held_until,
})

/**
 * Holds a time for five minutes.
 *
 * @param ip Counts holds, as the customer does: nobody can hold a whole workshop.
 * @throws {ApiProblem} 400 for an outlet, service or time that does not exist, 409 for a time that is taken or
 *   cannot be booked, or of which visitors have their part, 429.
 */
export async function holdSlot(
  deps: Deps,
  { startsAt, replaces, ...codes }: z.output<typeof calls.holdServiceSlot.body>,
  { actor, ip, effectId: holdId }: Caller & { effectId: string },
): Promise<ServiceHold> {
  const service = findWorkshopService(deps, codes)
  const { minutes } = service.type
  const atMs = Date.parse(startsAt)
  if (Number.isNaN(atMs) || new Date(atMs).toISOString() !== startsAt)
    throw invalid([fieldError('startsAt', 'is not a date and time')])
  const { earliest, lastDay } = bookableDays(deps)
  if (
    aucklandDay(startsAt) > lastDay ||
    !isStart(service.workshop, { startsAt, minutes, earliest })
  )
    throw conflict('This time isn’t available. Please choose another.')

  const now = deps.now().toISOString()
  const hold: ServiceHoldRow = {
    hold_id: holdId,
    outlet_code: codes.outletCode,
    service_code: codes.serviceCode,
    starts_at: startsAt,
    network: pseudonym(deps, networkOf(ip)),
    site: pseudonym(deps, siteOf(ip)),
    customer_id: actor.type === 'CUSTOMER' ? actor.customerId : null,
    created_at: now,
    held_until: addMinutes(now, HOLD_MINUTES),
  }
  const held = await deps.db.transaction().execute(async (trx) => {
    // This request again, after its response was lost.
    const before = await lockHold(trx, holdId)
    if (before) return before
    // First the hold, as renewing and booking do, then the days, in order: otherwise two could wait for each other.
    const replaced = replaces === undefined ? null : await lockHold(trx, replaces)
    await lockDays(deps, trx, replaced ? [hold, replaced] : [hold])
    if (actor.type === 'ANONYMOUS')
      await requireVisitorsShare(deps, trx, service, { startsAt, replaces })
    // A failure below leaves the replaced hold as it was.
    if (replaces !== undefined) await dropHold(trx, replaces)
    await requireFewHolds(deps, trx, hold)
    await takeSlot(deps, trx, service, {
      startsAt,
      ownerId: hold.hold_id,
      heldUntil: hold.held_until,
    })
    await insertHold(trx, hold)
    return hold
  })
  return toHold(held, minutes)
}

/** @throws {ApiProblem} 429 when the network or the customer holds as many times as they may. */
async function requireFewHolds(
  { now, settings: { limits } }: Deps,
  trx: Trx,
  { site, network, customer_id }: ServiceHoldRow,
): Promise<void> {
  const at = now()
  const atOnce = limits.LIMIT_SERVICE_HOLDS_AT_ONCE
  const counted: { whose: Parameters<typeof countHolds>[1]; most: number }[] = [
    { whose: { network }, most: atOnce },
  ]
  if (site !== network) counted.push({ whose: { site }, most: NETWORKS_OF_SITE * atOnce })
  if (customer_id !== null)
    counted.push({ whose: { customer_id }, most: limits.LIMIT_CUSTOMER_SERVICE_HOLDS_AT_ONCE })
  // Those of one site, one network and one customer take turns.
  for (const { whose } of counted)
    await spendPoint(trx, `service-holds:${Object.values(whose)[0]}`, DAY_MS, at)
  for (const { whose, most } of counted)
    if ((await countHolds(trx, whose, at.toISOString())) >= most) throw tooMany(HOLD_MINUTES * 60)
}

const pseudonym = ({ keys }: Pick<Deps, 'keys'>, network: string): string =>
  createHmac('sha256', keys.booking).update(`network ${network}`).digest('base64url')

/** Keeps the slots of a hold. One that has lapsed and is held again counts as a visitor's: anyone renews one. */
async function keepSlotOf(
  deps: Deps,
  trx: Trx,
  service: WorkshopService,
  { hold_id: holdId, starts_at: startsAt, held_until }: ServiceHoldRow,
  after: { ownerId: string; heldUntil: string | null },
): Promise<void> {
  if (after.heldUntil !== null && held_until <= deps.now().toISOString())
    await requireVisitorsShare(deps, trx, service, { startsAt, replaces: holdId })
  await keepSlot(deps, trx, service, { startsAt, holdId, ...after })
}

/**
 * Holds a time for longer: its booking is still being typed.
 *
 * @throws {ApiProblem} 404 for no hold, 409 when it has lapsed and the time was taken, or has lasted long enough, 429 when
 *   it has lapsed and others are held instead.
 */
export async function renewHold(deps: Deps, holdId: string): Promise<ServiceHold> {
  const now = deps.now().toISOString()
  return deps.db.transaction().execute(async (trx) => {
    const hold = await lockHold(trx, holdId)
    if (!hold) throw notFound()
    const service = serviceOfHold(deps, hold)
    const last = addMinutes(hold.created_at, HOLD_AT_MOST_MINUTES)
    const wanted = addMinutes(now, HOLD_MINUTES)
    const heldUntil = wanted < last ? wanted : last
    if (heldUntil <= now) throw conflict('We’re no longer holding this time for you.')
    // One that has lapsed counted for no limit meanwhile.
    if (hold.held_until <= now) {
      await lockDays(deps, trx, [hold])
      await requireFewHolds(deps, trx, hold)
    }
    await keepSlotOf(deps, trx, service, hold, { ownerId: holdId, heldUntil })
    await setHeldUntil(trx, holdId, heldUntil)
    return toHold({ ...hold, held_until: heldUntil }, service.type.minutes)
  })
}

const dropHold = async (trx: Trx, holdId: string): Promise<void> => {
  // Only holds: the id may be a booking's.
  if (!(await lockHold(trx, holdId))) return
  await freeSlots(trx, holdId)
  await deleteHold(trx, holdId)
}

/** Releases a hold. An unknown one counts as released. */
export const releaseHold = (deps: Deps, holdId: string): Promise<void> =>
  deps.db.transaction().execute((trx) => dropHold(trx, holdId))

/**
 * Turns a hold into a booking's own time. One that has lapsed still counts, while the time is free.
 *
 * @param heldUntil Until then, for a booking that is not confirmed.
 * @returns `null` when there is no such hold.
 * @throws {ApiProblem} 409 when the time was taken, or is over.
 */
export async function takeHeld(
  deps: Deps,
  trx: Trx,
  holdId: string,
  bookingId: string,
  heldUntil: string | null = null,
): Promise<(WorkshopService & { startsAt: string; endsAt: string }) | null> {
  const hold = await lockHold(trx, holdId)
  if (!hold) return null
  const service = serviceOfHold(deps, hold)
  const startsAt = hold.starts_at
  if (startsAt <= deps.now().toISOString())
    throw conflict('This time has passed. Please choose another.')
  await keepSlotOf(deps, trx, service, hold, { ownerId: bookingId, heldUntil })
  await deleteHold(trx, holdId)
  return { ...service, startsAt, endsAt: addMinutes(startsAt, service.type.minutes) }
}

/** Books a held time away, in every bay: for the failure lab. */
export async function bookAway(deps: Deps, hold: ServiceHoldRow): Promise<void> {
  const service = serviceOfHold(deps, hold)
  const units = unitsOf(hold.starts_at, service.type.minutes)
  await deps.db.transaction().execute(async (trx) => {
    await freeSlots(trx, hold.hold_id)
    for (const bay of freeBays(service.workshop.bays, units, new Map()))
      await takeBay(trx, {
        outletCode: hold.outlet_code,
        bay,
        units,
        ownerId: deps.newId(),
        heldUntil: null,
      })
  })
}

/** Frees the slots of lapsed holds, and deletes old holds and unconfirmed bookings. */
export async function freeLapsedHolds({ db, now }: Deps): Promise<void> {
  await freeLapsed(db, now().toISOString())
  const yesterday = new Date(now().getTime() - DAY_MS).toISOString()
  await deleteHoldsBefore(db, yesterday)
  await deleteUnconfirmedBefore(db, yesterday)
}
