import { createHmac } from 'node:crypto'
import type { Db, Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { countedBy } from './network.ts'

// What a network has made and what still waits: unpaid purchases and service bookings.

/** Longer than bookings are made ahead, or a purchase waits for its car. */
export const MARK_DAYS = 120

/** Unlike in the log it doesn't change with the month, because what waits is counted together. */
const pseudonym = ({ keys }: Pick<Deps, 'keys'>, network: string): string =>
  createHmac('sha256', keys.network).update(`made by ${network}`).digest('base64url')

/** Notes from which network a thing was made, and from which site. */
export async function markNetwork(
  deps: Pick<Deps, 'keys' | 'now'>,
  trx: Trx,
  ip: string,
  madeId: string,
): Promise<void> {
  const at = deps.now().toISOString()
  await trx
    .insertInto('network_mark')
    .values(
      countedBy(ip).map(({ network }) => ({
        network: pseudonym(deps, network),
        made_id: madeId,
        at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['network', 'made_id']).doNothing())
    .execute()
}

/** The ids of what was made from an address's site and from its network, with how many times a network's limit each may use. */
export const madeFrom = (deps: Pick<Deps, 'keys'>, db: Db, ip: string) =>
  countedBy(ip).map(({ network, times }) => ({
    ids: db
      .selectFrom('network_mark')
      .select('made_id')
      .where('network', '=', pseudonym(deps, network)),
    times,
  }))
