import type { Db, Trx } from '#server/database.ts'
import type { PurchaseJourneyRow } from './tables.ts'
import { findJourney, lockJourney } from './queries.ts'
import { hasExclusiveWrite } from '#server/platform/database/sqlite-dialect.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { canAccess, type Actor } from '#server/platform/http/actor.ts'

/**
 * A journey the actor may see. The call was authorised before; this check is the second defence.
 *
 * @throws {ApiProblem} 404 for one that is missing or another customer's.
 */
export async function visibleJourney(
  db: Db,
  actor: Actor,
  id: string,
): Promise<PurchaseJourneyRow> {
  const journey = await findJourney(db, id)
  if (journey && canAccess(actor, journey.customer_id)) return journey
  throw notFound()
}

/** As {@link visibleJourney}, locked for the rest of the transaction. */
export async function lockVisibleJourney(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<PurchaseJourneyRow> {
  // Checked before it is locked, so that a stranger cannot hold up another customer's purchase.
  const seen = await visibleJourney(trx, actor, id)
  const journey = hasExclusiveWrite(trx) ? seen : await lockJourney(trx, id)
  if (journey) return journey
  throw notFound()
}
