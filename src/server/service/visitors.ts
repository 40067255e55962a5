import { createHmac } from 'node:crypto'
import type * as calls from '#lib/service/calls.ts'
import type { z } from '#lib/shared/zod.ts'
import { returnPoint, secondsLeft, spendPoint } from '#server/platform/database/rate-counters.ts'
import { confirmBooking, lockBooking } from './queries.ts'
import { passOn } from './slot-queries.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound, tooMany } from '#server/platform/http/api-problem.ts'
import { countedBy } from '#server/platform/http/network.ts'
import type { Call } from '#server/platform/http/route.ts'
import { checkCaptcha } from '#server/sign-in/captcha.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { isLapsed, showBooking } from './booking-view.ts'
import { tellOfBooking } from './booking-news.ts'
import { book } from './bookings.ts'
import { bookingKey, isConfirmKey } from './keys.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'

// Bookings without an account: anyone can type any address, so its owner confirms them.

/**
 * Books a service. A visitor answers a captcha, and the booking waits for its link to be opened.
 *
 * @throws {ApiProblem} As {@link book}; 400 `InvalidToken` for a visitor without a captcha.
 */
export async function bookService(
  deps: Deps,
  { actor, body, header, ip }: Call<typeof calls.bookService>,
): Promise<z.output<typeof calls.bookService.answer>> {
  if (actor.type !== 'ANONYMOUS') return book(deps, { actor, ip }, body)
  await checkCaptcha(deps, header('x-captcha-token'), true)
  await spendVisit(deps, ip)
  try {
    return await book(deps, { actor, ip }, body)
  } catch (error) {
    for (const { key } of visitsOf(deps, ip)) await returnPoint(deps.db, key, HOUR_MS, deps.now())
    throw error
  }
}

const visitsOf = ({ keys }: Deps, ip: string) =>
  countedBy(ip).map(({ network, times }) => {
    const counted = createHmac('sha256', keys.booking)
      .update(`bookings ${network}`)
      .digest('base64url')
    return { key: `visitor-booking:${counted}`, times }
  })

/** @throws {ApiProblem} 429 beyond the limit of one network. */
async function spendVisit(deps: Deps, ip: string): Promise<void> {
  const { db, now, settings } = deps
  for (const { key, times } of visitsOf(deps, ip)) {
    const made = await spendPoint(db, key, HOUR_MS, now())
    if (made > times * settings.limits.LIMIT_VISITOR_BOOKINGS_PER_HOUR)
      throw tooMany(
        secondsLeft(HOUR_MS, now()),
        'We’ve had a lot of bookings from your network this hour. Please sign in to book now, call your dealer, or try again in an hour.',
      )
  }
}

/**
 * Confirms a booking by the key that only its email carries, and mails the appointment.
 *
 * @throws {ApiProblem} 404 for another key, 409 when its hour is over.
 */
export async function confirmServiceBooking(
  deps: Deps,
  bookingId: string,
  key: string,
): Promise<z.output<typeof calls.confirmServiceBooking.answer>> {
  if (!isConfirmKey(deps.keys, bookingId, key)) throw notFound()
  const now = deps.now().toISOString()
  const row = await transact(deps, async (trx) => {
    const before = await lockBooking(trx, bookingId)
    if (!before) throw notFound()
    if (before.confirm_by === null) return before
    if (before.status === 'CANCELLED') throw conflict('This booking is cancelled.')
    const isKept =
      !isLapsed(before, now) &&
      (await passOn(trx, bookingId, { owner_id: bookingId, held_until: null })) > 0
    if (!isKept)
      throw conflict(
        'This booking wasn’t confirmed in time, so we’ve released the time. Please choose another.',
      )
    const after = await confirmBooking(trx, bookingId, now)
    await tellOfBooking(deps, trx, 'booked', after)
    return after
  })
  const booking = await showBooking(deps, deps.db, row)
  return { booking, bookingKey: bookingKey(deps.keys, bookingId) }
}
