import { createHmac } from 'node:crypto'
import type { JourneyStatus } from '#lib/codes.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { findDeals, isUnpaid } from '#server/journeys/deal.ts'
import { lockPurchases } from '#server/payments/deadline-queries.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { secondsLeft, spendPoint } from '#server/platform/database/rate-counters.ts'
import { tooMany } from '#server/platform/http/api-problem.ts'
import { networkOf } from '#server/platform/http/network.ts'

/**
 * Whether a customer's purchases in some statuses with nothing paid, of whatever kind, are as many as allowed. Locks the
 * customer.
 */
export async function isAtUnpaidLimit(
  { settings }: Deps,
  trx: Trx,
  customerId: number,
  statuses: JourneyStatus[],
): Promise<boolean> {
  const most = settings.limits.LIMIT_UNPAID_PURCHASES
  const purchases = await lockPurchases(trx, customerId, statuses)
  if (purchases.length < most) return false
  return (await findDeals(trx, purchases)).filter(isUnpaid).length >= most
}

/**
 * Counts a purchase that is confirmed with nothing paid, so that one network cannot hold the stock with many accounts.
 *
 * @throws {ApiProblem} 429 beyond the limit of the day.
 */
export async function spendUnpaid(
  { keys, now, settings }: Deps,
  trx: Trx,
  ip: string,
): Promise<void> {
  const network = createHmac('sha256', keys.booking)
    .update(`unpaid ${networkOf(ip)}`)
    .digest('base64url')
  const confirmed = await spendPoint(trx, `unpaid:${network}`, DAY_MS, now())
  if (confirmed > settings.limits.LIMIT_UNPAID_PURCHASES_PER_DAY)
    throw tooMany(
      secondsLeft(DAY_MS, now()),
      'A lot of purchases have been confirmed from your network today, and it’s reached our limit. Nothing is confirmed yet. Please call us to confirm yours now, or try again tomorrow.',
    )
}
