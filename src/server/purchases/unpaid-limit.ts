import type { JourneyStatus } from '#lib/codes.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { findDeals, isUnpaid } from '#server/journeys/deal.ts'
import { lockPurchases } from '#server/payments/deadline-queries.ts'
import { conflict } from '#server/platform/http/api-problem.ts'
import { madeFrom, markNetwork } from '#server/platform/http/network-marks.ts'
import { spendOfNetwork, type Caller } from '#server/platform/http/network-budgets.ts'

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

const WAITING: JourneyStatus[] = ['CONFIRMED', 'NOCARAVAIL']

/**
 * Counts an unpaid purchase that was just confirmed for its network: each keeps a car from others, or a place among those
 * who wait for one.
 *
 * @throws {ApiProblem} 409 when the network has too many, 429 when it has had too many today.
 */
export async function spendUnpaid(
  deps: Deps,
  trx: Trx,
  caller: Caller,
  purchaseJourneyId: string,
): Promise<void> {
  // First: it lets one of a network's purchases after the other through.
  await spendOfNetwork(deps, trx, 'unpaidPurchases', caller)
  if (caller.actor.type !== 'CUSTOMER') return
  await markNetwork(deps, trx, caller.ip, purchaseJourneyId)
  const most = deps.settings.limits.LIMIT_NETWORK_UNPAID_PURCHASES
  for (const { ids, times } of madeFrom(deps, trx, caller.ip)) {
    const { count } = await trx
      .selectFrom('purchase_journey')
      .innerJoin(ids.as('made'), 'made.made_id', 'purchase_journey_id')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('status', 'in', WAITING)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payment')
              .select('payment_id')
              .whereRef('payment.purchase_journey_id', '=', 'purchase_journey.purchase_journey_id')
              .where('status', '=', 'PAID'),
          ),
        ),
      )
      .executeTakeFirstOrThrow()
    if (Number(count) > most * times)
      throw conflict(
        'Your network has as many unpaid purchases as we keep cars for. Nothing is confirmed yet. Pay for one or cancel one under My Purchases, or call us to confirm yours now.',
      )
  }
}
