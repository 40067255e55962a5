import { foldName } from '#server/customers/terms-queries.ts'
import type { Db } from '#server/database.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { fieldError, invalid } from '#server/platform/http/api-problem.ts'
import { findStaff } from '#server/staff/queries.ts'

/**
 * The signature that confirms a purchase, and its signer. Staff sign with their own name (decision 61).
 *
 * @throws {ApiProblem} 400 where staff have typed a name other than their own.
 */
export async function signatureOf(
  db: Db,
  actor: Actor,
  typed: string,
): Promise<Pick<PurchaseJourneyRow, 'signature_name' | 'signed_by'>> {
  const signed_by = actorName(actor)
  if (actor.type !== 'STAFF') return { signature_name: typed, signed_by }
  const { firstName, lastName } = (await findStaff(db, actor.staffId))!
  const ownName = `${firstName} ${lastName}`
  if (foldName(typed) !== foldName(ownName))
    throw invalid([
      fieldError(
        'signatureName',
        `must be your own name, ${ownName}: you’re confirming on the customer’s behalf, not signing for them`,
      ),
    ])
  return { signature_name: ownName, signed_by }
}
