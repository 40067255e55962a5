import { createHmac } from 'node:crypto'
import type * as calls from '#lib/service/calls.ts'
import type { ServiceBooking } from '#lib/service/shapes.ts'
import { changeUntil, looksAfter } from '#lib/service/slots.ts'
import { addMinutes } from '#lib/service/times.ts'
import { writtenRegistration } from '#lib/vehicles/vehicle.ts'
import type { z } from '#lib/shared/zod.ts'
import { findCustomer } from '#server/customers/queries.ts'
import { emailKey, mailboxOf } from '#lib/shared/email.ts'
import type { Trx } from '#server/database.ts'
import type { ServiceBookingRow } from './tables.ts'
import { findOwnership } from '#server/vehicles/queries.ts'
import { secondsLeft, spendPoint } from '#server/platform/database/rate-counters.ts'
import { findBookingOfHold, insertBooking, lockBooking, updateBooking } from './queries.ts'
import { freeSlots, hasHold } from './slot-queries.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { spendDaily } from '#server/platform/http/daily-limits.ts'
import type { Caller } from '#server/platform/http/network-budgets.ts'
import {
  conflict,
  fieldError,
  invalid,
  notFound,
  tooMany,
} from '#server/platform/http/api-problem.ts'
import { isElectricCar } from '#server/customers/customers.ts'
import { seal } from '#server/platform/crypto/encryption.ts'
import { bookableRecalls } from '#server/vehicles/open-recalls.ts'
import { isNoOnes, transact } from '#server/platform/mail/outbox.ts'
import { isOwnAddress } from '#server/customers/own-address.ts'
import { requireFewBookings, spendBookingOfNetwork } from '#server/customers/quotas.ts'
import { toE164 } from '#server/customers/phone.ts'
import { askToConfirm, tellOfBooking } from './booking-news.ts'
import { bookingKey } from './keys.ts'
import { detailsOf, placeOfDetails, showBooking, toBooking, type Details } from './booking-view.ts'
import { takeHeld } from './holds.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

/** How long a booking without an account waits for its email to be confirmed. */
const CONFIRM_MINUTES = 60

type Held = NonNullable<Awaited<ReturnType<typeof takeHeld>>>

/** The columns of a booking that come from its hold. It keeps today's prices. */
const columnsOf = ({ outlet, type, startsAt, endsAt }: Held) => ({
  outlet_code: outlet.outletCode,
  service_code: type.code,
  service_name: type.name,
  price_cents: type.priceCents,
  ev_price_cents: type.evPriceCents,
  starts_at: startsAt,
  ends_at: endsAt,
})

/** @throws {ApiProblem} 400 when the dealer does not look after such a car. */
function checkDealer({ outlet }: Held, isElectric: number | null): void {
  if (!looksAfter(outlet, isElectric === 1))
    throw invalid([fieldError('outletCode', 'doesn’t service electric cars')])
}

/** The customer of a new booking: the caller, the customer staff name, or `null` for a visitor. */
async function ownerOf(deps: Deps, actor: Actor, named: number | undefined) {
  if (actor.type === 'CUSTOMER') return actor.customerId
  if (named === undefined) return null
  const customer = await findCustomer(deps.db, named)
  if (!customer || isNoOnes(customer.email)) throw notFound()
  return named
}

/** Whether a customer's own car has no engine, as the database has it. */
async function electricColumn(deps: Deps, customerId: number | null, registration: string) {
  const car = customerId === null ? null : await findOwnership(deps.db, customerId, registration)
  const isElectric = car && isElectricCar(deps, car)
  return isElectric === null ? null : Number(isElectric)
}

/** @throws {ApiProblem} 429 beyond the limit of one address: each link is mailed to it. */
async function spendLink(deps: Deps, trx: Trx, email: string): Promise<void> {
  const now = deps.now()
  const address = createHmac('sha256', deps.keys.booking)
    .update(emailKey(mailboxOf(email)))
    .digest('base64url')
  const sent = await spendPoint(trx, `service-links:${address}`, DAY_MS, now)
  if (sent > deps.settings.limits.LIMIT_VISITOR_BOOKINGS_PER_DAY)
    throw tooMany(
      secondsLeft(DAY_MS, now),
      'This email address has reached its booking limit for today. Please call your dealer, or try again tomorrow.',
    )
}

/**
 * Counts a booking that a customer made or moved; for one without an account by the booking itself.
 *
 * @throws {ApiProblem} 429 when it is one too many.
 */
async function spendBooking(deps: Deps, trx: Trx, actor: Actor, bookingId: string): Promise<void> {
  if (actor.type !== 'CUSTOMER' && actor.type !== 'ANONYMOUS') return
  const of = actor.type === 'CUSTOMER' ? actor.customerId : bookingId
  await spendDaily(deps, trx, 'LIMIT_SERVICE_BOOKINGS_PER_DAY', of)
}

const GONE = 'We’re no longer holding this time for you. Please choose a time again.'

/**
 * Books the time of a hold, and mails the confirmation; one for an address that is not proven waits to be confirmed.
 * The same hold and vehicle again answer the same booking.
 *
 * @throws {ApiProblem} 400 naming the fields that are wrong, 404 for no such customer, 409 when the time is
 *   taken or the customer has enough bookings, 429.
 */
export async function book(
  deps: Deps,
  caller: Caller,
  { holdId, contact, note, recallNumbers = [], ...input }: z.output<typeof calls.bookService.body>,
): Promise<z.output<typeof calls.bookService.answer>> {
  const { actor } = caller
  const registration = writtenRegistration(input.registration)
  const mobilePhone = toE164(contact.mobilePhone)
  if (mobilePhone === null)
    throw invalid([
      fieldError(
        'contact.mobilePhone',
        'Enter a phone number. If it’s overseas, start with + and the country code',
      ),
    ])
  const details: Details = { contact: { ...contact, mobilePhone }, note: note ?? '' }
  const customerId = await ownerOf(deps, actor, input.customerId)
  const bookingId = deps.newId()
  const is_electric = await electricColumn(deps, customerId, registration)
  // Each question to the register costs: none for a time that is not held.
  const recalls = (await hasHold(deps.db, holdId))
    ? await bookableRecalls(deps, caller, { customerId, registration }, recallNumbers)
    : []
  const now = deps.now().toISOString()
  const isProven =
    actor.type === 'CUSTOMER'
      ? await isOwnAddress(deps, actor, contact.email)
      : actor.type !== 'ANONYMOUS'
  const confirm_by = isProven ? null : addMinutes(now, CONFIRM_MINUTES)
  const row = await transact(deps, async (trx) => {
    const held = await takeHeld(deps, trx, holdId, bookingId, confirm_by)
    if (held) checkDealer(held, is_electric)
    const made =
      held &&
      (await insertBooking(trx, {
        booking_id: bookingId,
        hold_id: holdId,
        customer_id: customerId,
        registration,
        is_electric,
        ...columnsOf(held),
        details: seal(deps.keys, placeOfDetails(bookingId), JSON.stringify(details)),
        recalls: JSON.stringify(recalls),
        status: 'BOOKED',
        confirm_by,
        is_address_proven: Number(isProven),
        version: 1,
        created_at: now,
        updated_at: now,
      }))
    if (made) {
      await requireFewBookings(deps, trx, actor, customerId)
      await spendBooking(deps, trx, actor, bookingId)
      await spendBookingOfNetwork(deps, trx, caller, bookingId)
      if (isProven) await tellOfBooking(deps, trx, 'booked', made)
      else {
        await spendLink(deps, trx, contact.email)
        await askToConfirm(deps, trx, made)
      }
      return made
    }
    // The same request again, after its response was lost.
    const known = await findBookingOfHold(trx, holdId)
    const isSame =
      known?.registration === registration &&
      detailsOf(deps, known).contact.email === details.contact.email
    if (known && isSame) return known
    throw conflict(GONE)
  })
  return {
    booking: await showBooking(deps, deps.db, row),
    bookingKey: bookingKey(deps.keys, row.booking_id),
  }
}

/**
 * A booking that can still be changed, locked for the rest of the transaction.
 *
 * @param isByStaff The workshop can until the service is over.
 */
async function lockChangeable(
  deps: Deps,
  trx: Trx,
  bookingId: string,
  isByStaff = false,
): Promise<ServiceBookingRow> {
  const row = await lockBooking(trx, bookingId)
  if (!row) throw notFound()
  const { status, outlet } = toBooking(deps, row)
  if (status === 'CANCELLED') throw conflict('This booking is cancelled.')
  if (row.confirm_by !== null)
    throw conflict('Please confirm this booking first: open the link in our email.')
  const now = deps.now().toISOString()
  if (isByStaff && now >= row.ends_at) throw conflict('This service has already taken place.')
  if (!isByStaff && now >= changeUntil(row.starts_at))
    throw conflict(
      `It’s too late to change this booking online. Please call ${outlet.name} on ${outlet.phone}.`,
    )
  return row
}

/**
 * Moves a booking to the time, service and outlet of a hold, and mails it. The same hold again changes nothing.
 *
 * @throws {ApiProblem} 400 for a dealer that will not do, 404, 409 when it is too late, or the time is
 *   taken, 429.
 */
export async function changeBooking(
  deps: Deps,
  actor: Actor,
  bookingId: string,
  holdId: string,
): Promise<ServiceBooking> {
  const row = await transact(deps, async (trx) => {
    const before = await lockChangeable(deps, trx, bookingId)
    if (before.hold_id === holdId) return before
    await freeSlots(trx, bookingId)
    const held = await takeHeld(deps, trx, holdId, bookingId)
    if (!held) throw conflict(GONE)
    checkDealer(held, before.is_electric)
    await spendBooking(deps, trx, actor, bookingId)
    const after = await updateBooking(trx, before, {
      ...columnsOf(held),
      hold_id: holdId,
      updated_at: deps.now().toISOString(),
    })
    await tellOfBooking(deps, trx, 'changed', after)
    return after
  })
  return showBooking(deps, deps.db, row)
}

/**
 * Cancels a booking: its time is free again. One that is cancelled stays so.
 *
 * @param byWorkshop Why it does so, which is mailed, and the time that it has seen.
 * @throws {ApiProblem} 404, 409 when it is too late, or the customer has moved it.
 */
export async function cancelBooking(
  deps: Deps,
  bookingId: string,
  byWorkshop?: { reason: string; startsAt?: string | undefined },
): Promise<ServiceBooking> {
  const row = await transact(deps, async (trx) => {
    const known = await lockBooking(trx, bookingId)
    if (known?.status === 'CANCELLED') return known
    const seen = byWorkshop?.startsAt
    if (known && seen !== undefined && toBooking(deps, known).startsAt !== seen)
      throw conflict('The customer has moved this booking. Please check its new time first.')
    const set = { status: 'CANCELLED', updated_at: deps.now().toISOString() } as const
    if (known && known.confirm_by !== null) {
      // An unconfirmed booking has not been announced.
      await freeSlots(trx, bookingId)
      return updateBooking(trx, known, set)
    }
    const before = await lockChangeable(deps, trx, bookingId, byWorkshop !== undefined)
    await freeSlots(trx, bookingId)
    const after = await updateBooking(trx, before, set)
    await tellOfBooking(deps, trx, 'cancelled', after, byWorkshop?.reason)
    return after
  })
  return toBooking(deps, row)
}
