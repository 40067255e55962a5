import type { Kysely, Transaction } from 'kysely'
import type { Database, PurchaseJourneyRow } from '../db/database.ts'
import { findJourney, lockJourney } from '../db/purchase-journeys.ts'
import type { Actor } from '../http/actor.ts'
import { notFound } from '../http/api-problem.ts'

type Db = Kysely<Database>
type Trx = Transaction<Database>

const isVisible = (actor: Actor, journey: PurchaseJourneyRow): boolean =>
  actor.type === 'STAFF' || (actor.type === 'CUSTOMER' && actor.customerId === journey.customer_id)

/**
 * A journey the actor may see.
 *
 * @throws {ApiProblem} 404 for one that is missing or somebody else's.
 */
export async function visibleJourney(
  db: Db,
  actor: Actor,
  id: string,
): Promise<PurchaseJourneyRow> {
  const journey = await findJourney(db, id)
  if (journey && isVisible(actor, journey)) return journey
  throw notFound()
}

/** As {@link visibleJourney}, locked for the rest of the transaction. */
export async function lockVisibleJourney(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<PurchaseJourneyRow> {
  // Looked at before it is locked: nobody can hold up what is not theirs.
  await visibleJourney(trx, actor, id)
  const journey = await lockJourney(trx, id)
  if (journey) return journey
  throw notFound()
}
