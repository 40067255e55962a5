import type { AuditEntry } from '#lib/customers/shapes.ts'
import { findCustomer } from '#server/customers/queries.ts'
import { listAuditRows, namesOfActors } from './audit-queries.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { pageOf } from '#server/platform/database/pages.ts'

const ACTOR_TYPES: Record<string, AuditEntry['actor']['type']> = {
  staff: 'STAFF',
  client: 'APICLIENT',
}

/** PostgreSQL compares the number of a row with no larger integer. */
const MOST_ROWS = 2 ** 31 - 1

/**
 * A page of the audit of a customer's record.
 *
 * @throws {ApiProblem} 404 when there is no such customer.
 */
export async function listAudit(
  { db }: Deps,
  customerId: number,
  { limit, cursor }: { limit?: string | undefined; cursor?: string | undefined },
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  if (!(await findCustomer(db, customerId))) throw notFound()
  const before = /^\d{1,15}$/.test(cursor ?? '') ? Math.min(Number(cursor), MOST_ROWS) : null
  const { items, nextCursor } = await pageOf(
    limit,
    (most) => listAuditRows(db, { customerId, before, most }),
    ({ seq }) => String(seq),
  )
  const names = await namesOfActors(
    db,
    items.map(({ actor }) => actor),
  )
  const entries = items.map((row) => ({
    number: row.seq,
    at: row.at,
    actor: {
      type: ACTOR_TYPES[row.actor.split(':')[0]!] ?? 'SYSTEM',
      name: names.get(row.actor) ?? row.actor,
    },
    action: row.action,
    isActing: row.is_acting === 1,
    outcome: row.outcome,
    fields: JSON.parse(row.fields) as string[],
  }))
  return { entries, nextCursor }
}
