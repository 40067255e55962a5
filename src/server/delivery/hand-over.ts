import type * as calls from '#lib/purchases/delivery-calls.ts'
import type { HandOver } from '#lib/purchases/hand-over-shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import {
  HAND_OVER_MINUTES,
  handOverDays,
  handOverStarts,
  handOverWindow,
} from '#lib/purchases/hand-over.ts'
import { changeUntil } from '#lib/service/slots.ts'
import { addMinutes } from '#lib/service/times.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Db } from '#server/database.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import {
  deleteHandOver,
  findHandOvers,
  insertHandOver,
  takenHandOvers,
} from './hand-over-queries.ts'
import { updateJourney } from '#server/journeys/queries.ts'
import type { HandOverRow } from './tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict } from '#server/platform/http/api-problem.ts'
import { spendDaily } from '#server/platform/http/daily-limits.ts'
import { deliveryOf } from './purchase-delivery.ts'
import { lockVisibleJourney, visibleJourney } from '#server/journeys/access.ts'
import { handOverChangedMail } from './hand-over-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'

const toAppointment = ({
  starts_at,
  sequence,
}: HandOverRow): NonNullable<HandOver['appointment']> => ({
  startsAt: starts_at,
  endsAt: addMinutes(starts_at, HAND_OVER_MINUTES),
  sequence,
  changeUntil: changeUntil(starts_at),
})

const outletOf = ({ catalogue }: Deps, { outlet_code }: PurchaseJourneyRow) =>
  catalogue.dealers.find(({ outletCode }) => outletCode === outlet_code)

/** The outlet and the appointment of a purchase's hand-over; `null` while none can be arranged. */
export async function handOverOf(
  deps: Deps,
  db: Db,
  journey: PurchaseJourneyRow,
): Promise<HandOver | null> {
  const outlet = outletOf(deps, journey)
  if (journey.status !== 'AGREEMENT' || !outlet) return null
  const { isCarHeld } = await deliveryOf(db, journey)
  if (!isCarHeld) return null
  const [booked] = await findHandOvers(db, [journey.purchase_journey_id])
  const { outletCode, name, phone, address } = outlet
  return {
    outlet: { outletCode, name, phone, address },
    appointment: booked ? toAppointment(booked) : null,
  }
}

const notNow = () =>
  conflict('You can’t arrange this hand-over online right now. Please call your dealer.')

/** The outlet and the window in which a purchase can book. Its own time is not offered again. */
async function bookable(deps: Deps, db: Db, journey: PurchaseJourneyRow) {
  const outlet = outletOf(deps, journey)
  if (!outlet || !(await handOverOf(deps, db, journey))) throw notNow()
  const { delivery } = await deliveryOf(db, journey)
  const window = handOverWindow(deps.now().toISOString(), delivery.estimate)
  return { outlet, window }
}

/**
 * The days with times left.
 *
 * @throws {ApiProblem} 404, 409 where no hand-over is arranged.
 */
export async function listHandOverTimes(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<z.output<typeof calls.listHandOverTimes.answer>> {
  const journey = await visibleJourney(deps.db, actor, id)
  const { outlet, window } = await bookable(deps, deps.db, journey)
  const taken = await takenHandOvers(deps.db, outlet.outletCode, window.earliest)
  const { firstDay, lastDay } = window
  return { days: handOverDays(outlet, window, taken), firstDay, lastDay }
}

/** @throws {ApiProblem} 409 past the time at which the customer may change it online. */
function requireChangeable(deps: Deps, actor: Actor, booked: HandOverRow | undefined): void {
  const isOver = booked && deps.now().toISOString() > changeUntil(booked.starts_at)
  if (isOver && actor.type === 'CUSTOMER')
    throw conflict('You can no longer change this appointment online. Please call your dealer.')
}

/**
 * Books the hand-over and drops the earlier appointment. Idempotent.
 *
 * @throws {ApiProblem} 404, 409 where the time is taken or cannot be booked, or the appointment not changed any more.
 */
export const bookHandOver = (
  deps: Deps,
  actor: Actor,
  id: string,
  startsAt: string,
): Promise<HandOver> =>
  transact(deps, async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    const { outlet, window } = await bookable(deps, trx, journey)
    const [before] = await findHandOvers(trx, [id])
    if (before?.starts_at === startsAt) return (await handOverOf(deps, trx, journey))!
    requireChangeable(deps, actor, before)
    if (actor.type === 'CUSTOMER')
      await spendDaily(deps, trx, 'LIMIT_HAND_OVER_CHANGES_PER_DAY', id)
    const day = dayOf(startsAt)
    if (
      day === null ||
      startsAt < window.earliest ||
      day > window.lastDay ||
      !handOverStarts(outlet, day).includes(startsAt)
    )
      throw conflict('This time isn’t available. Please choose another.')
    const at = deps.now().toISOString()
    const changed = await updateJourney(trx, journey, { last_activity_at: at })
    await deleteHandOver(trx, id)
    const isOurs = await insertHandOver(trx, {
      outlet_code: outlet.outletCode,
      starts_at: startsAt,
      purchase_journey_id: id,
      sequence: changed.version,
      booked_by: actorName(actor),
      booked_at: at,
    })
    if (!isOurs) throw conflict('Someone has just taken this time. Please choose another.')
    await notifyHandOver(deps, trx, before ? 'changed' : 'booked', changed)
    return (await handOverOf(deps, trx, changed))!
  })

/** The day of an instant in ISO 8601 UTC with milliseconds; `null` for any other text. */
const dayOf = (instant: string): string | null => {
  const atMs = Date.parse(instant)
  return Number.isNaN(atMs) || new Date(atMs).toISOString() !== instant
    ? null
    : aucklandDay(instant)
}

/**
 * Cancels the appointment. Where there is none, nothing happens.
 *
 * @throws {ApiProblem} 404, 409 where no hand-over is arranged, or it is too late for that online.
 */
export const cancelHandOver = (deps: Deps, actor: Actor, id: string): Promise<HandOver> =>
  transact(deps, async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    const handOver = await handOverOf(deps, trx, journey)
    if (!handOver) throw notNow()
    if (!handOver.appointment) return handOver
    const [before] = await findHandOvers(trx, [id])
    requireChangeable(deps, actor, before)
    await deleteHandOver(trx, id)
    const changed = await updateJourney(trx, journey, {
      last_activity_at: deps.now().toISOString(),
    })
    await notifyHandOver(deps, trx, 'cancelled', changed, {
      ...handOver.appointment,
      sequence: changed.version,
    })
    return { ...handOver, appointment: null }
  })

/** Cancels the appointment of a purchase, where there is one, for another reason, and notifies the customer. */
export async function dropHandOver(
  deps: Deps,
  trx: Parameters<typeof enqueueMail>[1],
  journey: PurchaseJourneyRow,
  news: 'car-later' | 'purchase-ended',
): Promise<void> {
  const handOver = await handOverOf(deps, trx, journey)
  const dropped = await deleteHandOver(trx, journey.purchase_journey_id)
  if (dropped && handOver)
    await notifyHandOver(deps, trx, news, journey, {
      ...toAppointment(dropped),
      sequence: dropped.sequence + 1,
    })
}

type News = Parameters<typeof handOverChangedMail>[1]['news']

/** The status of the appointment in its webhook. */
const APPOINTMENTS: Record<News, 'BOOKED' | 'MOVED' | 'CANCELLED'> = {
  booked: 'BOOKED',
  changed: 'MOVED',
  cancelled: 'CANCELLED',
  'car-later': 'CANCELLED',
  'purchase-ended': 'CANCELLED',
}

/** Sends the news of an appointment to the customer and to other systems. */
async function notifyHandOver(
  deps: Deps,
  trx: Parameters<typeof enqueueMail>[1],
  news: News,
  journey: PurchaseJourneyRow,
  cancelled?: NonNullable<HandOver['appointment']>,
): Promise<void> {
  await enqueueWebhook(trx, {
    type: 'hand-over.changed',
    at: deps.now().toISOString(),
    purchaseJourneyId: journey.purchase_journey_id,
    status: APPOINTMENTS[news],
  })
  const handOver = (await handOverOf(deps, trx, journey))!
  await enqueueMail(
    deps,
    trx,
    handOverChangedMail(deps, {
      ...(await findPurchaseMail(deps, trx, journey)),
      news,
      outlet: handOver.outlet,
      appointment: cancelled ?? handOver.appointment!,
    }),
    { customerId: journey.customer_id },
  )
}
