import { createHmac } from 'node:crypto'
import type * as calls from '#lib/stock/watch-calls.ts'
import type { StockLevel } from '#lib/codes.ts'
import type { Watch } from '#lib/stock/watch-shapes.ts'
import { priceQuote, type Price, type PricedRequest } from '#lib/pricing/pricing.ts'
import type { z } from '#lib/shared/zod.ts'
import { getCustomerLogin, lockCustomer } from '#server/customers/queries.ts'
import { emailKey } from '#lib/shared/email.ts'
import type { Trx } from '#server/database.ts'
import { spendPoint } from '#server/platform/database/rate-counters.ts'
import type { WatchRow } from './tables.ts'
import {
  claimWatch,
  deleteWatch,
  deleteWatchOfKey,
  dueWatches,
  findWatch,
  keepWatch,
  listWatches,
  updateWatch,
} from './watch-queries.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, fieldError, invalid, notFound } from '#server/platform/http/api-problem.ts'
import { spendOfNetwork } from '#server/platform/http/network-budgets.ts'
import type { Call } from '#server/platform/http/route.ts'
import { checkCaptcha } from '#server/sign-in/captcha.ts'
import { mailboxKey } from '#server/sign-in/codes.ts'
import { processInBatches } from '#server/platform/database/batches.ts'
import {
  watchChangedMail,
  watchConfirmationMail,
  watchEndedMail,
  watchStartedMail,
} from './watch-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { isOwnAddress } from '#server/customers/own-address.ts'
import { onSale } from '#server/quotes/quote-pricing.ts'
import { findOption } from './showroom.ts'
import { watchOutcome, type CarToday } from './watch-outcome.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'
import { sha256 } from '#server/platform/crypto/hash.ts'

/** How long a watch waits for its address to confirm it. */
const CONFIRM_DAYS = 2
const MONTHS = 12
/** How often a watched car is checked. */
const CHECK_EVERY_MS = 15 * MINUTE_MS

/**
 * Starts the watch of a configuration for an address. A customer's own proven address starts at once; any other has to
 * confirm by email, a few times a day at most, and the response does not reveal its watches.
 *
 * @throws {ApiProblem} 400 `InvalidToken` for a visitor without a captcha; 400 `InvalidQuoteInfo` for a configuration without a price;
 *   409 when the customer's own address watches as many cars as it may; 429 when the network has had too many today.
 */
export async function watchConfiguration(
  deps: Deps,
  { actor, ip, body, header }: Call<typeof calls.watchConfiguration>,
): Promise<z.output<typeof calls.watchConfiguration.answer>> {
  const { email, ...asked } = body
  if (actor.type === 'ANONYMOUS') await checkCaptcha(deps, header('x-captcha-token'), true)
  const priced = priceQuote({ ...asked, payOption: 'CASH' }, onSale(deps))
  if (!priced.ok)
    throw invalid(
      priced.problems.map(({ property, message }) => fieldError(property, message)),
      'InvalidQuoteInfo',
    )
  const today = await carToday(deps, priced.value)
  const isOwn = await isOwnAddress(deps, actor, email)
  const now = deps.now()
  const watchId = deps.newId()
  await transact(deps, async (trx) => {
    if (isOwn && actor.type === 'CUSTOMER') await lockCustomer(trx, actor.customerId)
    await spendOfNetwork(deps, trx, 'watches', { actor, ip })
    if (!isOwn) {
      const asked = await spendPoint(trx, `watch-mail:${mailboxKey(deps.keys, email)}`, DAY_MS, now)
      if (asked > deps.settings.limits.LIMIT_WATCH_MAILS_PER_DAY) return
    }
    const watch = await keepWatch(trx, {
      watch_id: watchId,
      key_hash: sha256(keyOf(deps, watchId)),
      email,
      email_key: emailKey(email),
      configuration: JSON.stringify(configurationOf(priced.value)),
      car: carName(priced.value),
      price_cents: today.priceCents,
      stock_level: today.stockLevel,
      created_at: now.toISOString(),
      confirmed_at: null,
      told_at: null,
      ends_at: new Date(now.getTime() + CONFIRM_DAYS * DAY_MS).toISOString(),
      next_check_at: new Date(now.getTime() + CONFIRM_DAYS * DAY_MS).toISOString(),
    })
    const { car } = watch
    const watchKey = keyOf(deps, watch.watch_id)
    if (!isOwn) {
      await enqueueMail(
        deps,
        trx,
        watchConfirmationMail(deps, { to: email, car, watchKey, days: CONFIRM_DAYS }),
      )
      return
    }
    const { ends_at: endsAt } = await startWatch(deps, trx, watch)
    if (watch.confirmed_at === null)
      await enqueueMail(
        deps,
        trx,
        watchStartedMail(deps, { to: email, car, watchKey, today, endsAt }),
        { customerId: actor.type === 'CUSTOMER' ? actor.customerId : null },
      )
  })
  return { needsConfirmation: !isOwn }
}

/** @throws {ApiProblem} 404 for a key that opens nothing, or nothing any more. */
export async function getWatch(deps: Deps, key: string): Promise<Watch> {
  return toAnswer(await requireWatch(deps.db, key))
}

/** @throws {ApiProblem} 404 as {@link getWatch}, 409 when the address watches as many cars as it may. */
export async function confirmWatch(deps: Deps, key: string): Promise<Watch> {
  return deps.db
    .transaction()
    .execute(async (trx) => toAnswer(await startWatch(deps, trx, await requireWatch(trx, key))))
}

export const endWatch = ({ db }: Deps, key: string): Promise<void> =>
  deleteWatchOfKey(db, sha256(key))

/** The watches of a customer's own address. */
export async function listCustomerWatches(
  deps: Deps,
  customerId: number,
): Promise<z.output<typeof calls.listWatches.answer>> {
  const { email } = await getCustomerLogin(deps.db, customerId)
  const watches = await listWatches(deps.db, emailKey(email))
  return {
    watches: watches.map((watch) => ({
      ...toAnswer(watch),
      key: keyOf(deps, watch.watch_id),
      request: requestOf(watch),
    })),
  }
}

/** The watches of an address, for the copy of a customer's data. */
export const watchesOf = async ({ db }: Deps, email: string) =>
  (await listWatches(db, emailKey(email))).map((watch) => ({
    ...toAnswer(watch),
    created: watch.created_at,
  }))

/** Checks every watch that is due. Several processes may do so at once: one of them checks each watch. */
export const checkWatches = (deps: Deps): Promise<void> =>
  processInBatches(
    (most) => dueWatches(deps.db, deps.now().toISOString(), most),
    (keyHash) => checkWatch(deps, keyHash),
  )

async function checkWatch(deps: Deps, keyHash: string): Promise<void> {
  const watch = await findWatch(deps.db, keyHash)
  if (!watch) return
  const now = deps.now()
  const request = requestOf(watch)
  const priced = priceQuote(request, onSale(deps))
  const today = priced.ok ? await carToday(deps, priced.value) : null
  const outcome = watchOutcome(watch, today, now)
  const { watch_id: watchId, email: to, car } = watch
  await transact(deps, async (trx) => {
    const next = new Date(now.getTime() + CHECK_EVERY_MS).toISOString()
    if (!(await claimWatch(trx, watch, next))) return
    if (outcome === 'nothing') return
    if (outcome === 'note stock')
      return updateWatch(trx, watchId, { stock_level: today!.stockLevel })
    if (outcome === 'notify') {
      await updateWatch(trx, watchId, {
        price_cents: today!.priceCents,
        stock_level: today!.stockLevel,
        told_at: now.toISOString(),
      })
      const before = { priceCents: watch.price_cents, stockLevel: levelOf(watch) }
      const watchKey = keyOf(deps, watchId)
      const news = { to, car, request, watchKey, before, today: today! }
      return enqueueMail(deps, trx, watchChangedMail(deps, news))
    }
    await deleteWatch(trx, watchId)
    if (outcome !== 'forget')
      await enqueueMail(
        deps,
        trx,
        watchEndedMail(deps, { to, car, request, isGone: outcome === 'gone' }),
      )
  })
}

/** Begins a watch, or gives one that has begun another twelve months. */
async function startWatch(deps: Deps, trx: Trx, watch: WatchRow): Promise<WatchRow> {
  const now = deps.now()
  if (watch.confirmed_at === null) {
    // Lets one of an address's starts after the other through.
    await spendPoint(trx, `watch-starts:${mailboxKey(deps.keys, watch.email)}`, DAY_MS, now)
    const others = await listWatches(trx, watch.email_key)
    const confirmed = others.filter(({ confirmed_at }) => confirmed_at !== null)
    if (confirmed.length >= deps.settings.limits.LIMIT_WATCHES_AT_ONCE)
      throw conflict(
        `You’re already watching ${confirmed.length} cars with this address. Stop watching one first: use the link in any email about it.`,
      )
  }
  const ends = new Date(now)
  ends.setUTCMonth(ends.getUTCMonth() + MONTHS)
  const set = {
    confirmed_at: watch.confirmed_at ?? now.toISOString(),
    ends_at: ends.toISOString(),
    next_check_at: now.toISOString(),
  }
  await updateWatch(trx, watch.watch_id, set)
  return { ...watch, ...set }
}

async function requireWatch(db: Deps['db'], key: string): Promise<WatchRow> {
  const watch = await findWatch(db, sha256(key))
  if (!watch) throw notFound()
  return watch
}

const toAnswer = (watch: WatchRow): Watch => ({
  car: watch.car,
  priceCents: watch.price_cents,
  stockLevel: levelOf(watch),
  isConfirmed: watch.confirmed_at !== null,
  ends: watch.ends_at,
})

const levelOf = ({ stock_level }: WatchRow) => stock_level as StockLevel

/** 256 bits derived from the id: each message carries it again, and the database holds its hash only. */
const keyOf = ({ keys }: Deps, watchId: string): string =>
  createHmac('sha256', keys.watch).update(watchId).digest('base64url')

/** The watched configuration, without a way to pay. */
function configurationOf({ request }: Price) {
  const { kdcd, colourCode, interiorCode, servicePlanCode } = request
  const accessoryCodes = [...request.accessoryCodes].sort()
  return { kdcd, colourCode, interiorCode, accessoryCodes, servicePlanCode }
}

const requestOf = ({ configuration }: WatchRow): PricedRequest => ({
  ...(JSON.parse(configuration) as ReturnType<typeof configurationOf>),
  payOption: 'CASH',
})

const carName = ({ vehicle }: Price): string => `${vehicle.variantName} in ${vehicle.colourName}`

async function carToday(deps: Deps, { request, totals }: Price): Promise<CarToday> {
  const option = await findOption(deps, request.kdcd)
  const line = option?.stock.find(({ colourCode }) => colourCode === request.colourCode)
  return { priceCents: totals.driveAwayCents, stockLevel: line?.level ?? 'On order' }
}
