import type { Trx } from '#server/database.ts'
import {
  countAppraisals,
  countBookingsToCome,
  countFileBytes,
  countQuotes,
  countStarted,
} from './quota-queries.ts'
import { lockCustomer } from './queries.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { madeFrom, markNetwork } from '#server/platform/http/network-marks.ts'
import { spendOfNetwork, type Caller } from '#server/platform/http/network-budgets.ts'
import { conflict } from '#server/platform/http/api-problem.ts'

// How much one customer may have us keep and send. Staff who act for a customer may go over it.

type QuotaDeps = Pick<Deps, 'settings'>

const KILOBYTE = 1000
/** As which a file counts for its network, at the least. */
const LEAST_KILOBYTES = 100
const MEGABYTE = 1000 * KILOBYTE

/**
 * @throws {ApiProblem} 404 when the account was deleted meanwhile, 409 when a quote that was just stored is one too
 *   many, 429 when it is for the network.
 */
export async function requireFewQuotes(
  deps: Deps,
  trx: Trx,
  caller: Caller,
  customerId: number,
): Promise<void> {
  await lockCustomer(trx, customerId)
  if (caller.actor.type !== 'CUSTOMER') return
  const most = deps.settings.limits.LIMIT_SAVED_QUOTES
  if ((await countQuotes(trx, customerId)) > most)
    throw conflict(
      `You have ${most} quotes, the most we keep for one customer. Delete one under My Quotes, then save this one.`,
    )
  await spendOfNetwork(deps, trx, 'savedQuotes', caller)
}

/**
 * @throws {ApiProblem} 404 when the account was deleted meanwhile, 409 when a purchase that was just started is one too
 *   many, 429 when it is for the network.
 */
export async function requireFewStarted(
  deps: Deps,
  trx: Trx,
  caller: Caller,
  customerId: number,
): Promise<void> {
  await lockCustomer(trx, customerId)
  if (caller.actor.type !== 'CUSTOMER') return
  const most = deps.settings.limits.LIMIT_OPEN_PURCHASES
  if ((await countStarted(trx, customerId)) > most)
    throw conflict(
      `You have ${most} purchases that aren’t confirmed yet. Confirm one under My Purchases, or delete its quote under My Quotes. Then start this one.`,
    )
  await spendOfNetwork(deps, trx, 'startedPurchases', caller)
}

/** @throws {ApiProblem} 409 when a trade-in for which an offer was just requested is one too many. */
export async function requireFewAppraisals(
  { settings }: QuotaDeps,
  trx: Trx,
  actor: Actor,
  customerId: number,
): Promise<void> {
  if (actor.type !== 'CUSTOMER') return
  await lockCustomer(trx, customerId)
  const most = settings.limits.LIMIT_OPEN_APPRAISALS
  if ((await countAppraisals(trx, customerId)) > most)
    throw conflict(
      `${most} of your cars are waiting for our offer, the most we appraise for one customer at once. Before you request another appraisal, wait for an offer or remove a car. Or call your dealer.`,
    )
}

/**
 * @param customerId Whose booking it is; `null` for a visitor's.
 * @throws {ApiProblem} 404 when the account was deleted meanwhile, 409 when a service booking that was just made is one
 *   too many.
 */
export async function requireFewBookings(
  { now, settings }: Pick<Deps, 'now' | 'settings'>,
  trx: Trx,
  actor: Actor,
  customerId: number | null,
): Promise<void> {
  if (customerId === null) return
  await lockCustomer(trx, customerId)
  if (actor.type !== 'CUSTOMER') return
  const most = settings.limits.LIMIT_OPEN_SERVICE_BOOKINGS
  if ((await countBookingsToCome(trx, { customerId }, now().toISOString())) > most)
    throw conflict(
      `You have ${most} upcoming service bookings, the most we take online for one customer. Cancel one to make this one, or call your dealer.`,
    )
}

/**
 * Counts a booking that was just made for its network.
 *
 * @throws {ApiProblem} 409 when the network has too many to come, 429 when it has made too many today.
 */
export async function spendBookingOfNetwork(
  deps: Deps,
  trx: Trx,
  caller: Caller,
  bookingId: string,
): Promise<void> {
  // First: it lets one of a network's bookings after the other through.
  await spendOfNetwork(deps, trx, 'serviceBookings', caller)
  if (caller.actor.type !== 'CUSTOMER' && caller.actor.type !== 'ANONYMOUS') return
  await markNetwork(deps, trx, caller.ip, bookingId)
  const most = deps.settings.limits.LIMIT_NETWORK_OPEN_SERVICE_BOOKINGS
  for (const { ids, times } of madeFrom(deps, trx, caller.ip))
    if ((await countBookingsToCome(trx, { ids }, deps.now().toISOString())) > most * times)
      throw conflict(
        'Your network has the most upcoming service bookings we take online. Please call your dealer to book.',
      )
}

/** @throws {ApiProblem} 409 when there is no room for a file that comes in, 429 when its network has sent too much. */
export async function requireRoomForFile(
  deps: Deps,
  trx: Trx,
  caller: Caller,
  { customerId, sizeBytes }: { customerId: number; sizeBytes: number },
): Promise<void> {
  if (caller.actor.type !== 'CUSTOMER') return
  await lockCustomer(trx, customerId)
  const most = deps.settings.limits.LIMIT_FILE_MEGABYTES
  if ((await countFileBytes(trx, customerId)) + sizeBytes > most * MEGABYTE)
    throw conflict(
      `We keep up to ${most} MB of photos and documents for one customer. Remove a file to add this one, or choose a smaller one.`,
    )
  // A small file takes a place on the disk as a large one does.
  const kilobytes = Math.max(LEAST_KILOBYTES, Math.ceil(sizeBytes / KILOBYTE))
  await spendOfNetwork(deps, trx, 'files', caller, kilobytes)
}
