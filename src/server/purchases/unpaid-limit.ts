import type { JourneyStatus } from '#lib/codes.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { findDeals, isUnpaid } from '#server/journeys/deal.ts'
import { lockPurchases } from '#server/payments/deadline-queries.ts'

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
