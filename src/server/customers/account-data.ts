import type { AccountState, ConsentSource } from '#lib/customers/account-shapes.ts'
import { findDeletion } from './deletion-queries.ts'
import { findEmailChange } from './email-change-queries.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { toDeletion } from './account-deletion.ts'
import { exportOf } from './data-exports.ts'

/** @throws {ApiProblem} 404 when there is no such customer: only staff get so far. */
export async function accountStateOf(deps: Deps, customerId: number): Promise<AccountState> {
  const row = await deps.db
    .selectFrom('customer')
    .select([
      'password_hash',
      'marketing_consent',
      'marketing_consent_at',
      'marketing_consent_source',
    ])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!row) throw notFound()
  const change = await findEmailChange(deps.db, customerId)
  const deletion = await findDeletion(deps.db, customerId)
  return {
    hasPassword: row.password_hash !== null,
    pendingEmail: change?.email ?? null,
    marketing: {
      isGiven: row.marketing_consent === 1,
      at: row.marketing_consent_at,
      source: row.marketing_consent_source as ConsentSource | null,
    },
    deletion: deletion && toDeletion(deletion),
    dataExport: await exportOf(deps, customerId),
  }
}
