import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { changedElsewhere } from '#server/platform/http/api-problem.ts'
import type { PurchaseJourneyRow } from './tables.ts'
import { toPurchaseJourney } from './view.ts'

/** The `ETag` of a version. */
export const etagOf = ({ version }: Pick<PurchaseJourney, 'version'>): string => `"v${version}"`

/**
 * Refuses a change or a signature that is based on another version than the current one.
 *
 * @param ifMatch The header of that name: versions it is based on.
 * @throws {ApiProblem} 412 with the purchase as it is.
 */
export async function requireMatch(
  deps: Deps,
  db: Db,
  journey: PurchaseJourneyRow,
  ifMatch = '*',
): Promise<void> {
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (!tags.includes('*') && !tags.includes(etagOf(journey)))
    throw changedElsewhere(await toPurchaseJourney(deps, db, journey))
}
