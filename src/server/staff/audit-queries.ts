import type { Db } from '#server/database.ts'
import type { AuditRow } from './tables.ts'

/** Rows about a customer, newest first. */
export const listAuditRows = (
  db: Db,
  { customerId, before, most }: { customerId: number; before: number | null; most: number },
): Promise<AuditRow[]> => {
  let query = db.selectFrom('audit').selectAll().where('customer_id', '=', customerId)
  if (before !== null) query = query.where('seq', '<', before)
  return query.orderBy('seq', 'desc').limit(most).execute()
}

/** Customers a member of staff started to act for since an instant, each once, the latest first. */
export const lastActedFor = async (
  db: Db,
  { staffId, since, most }: { staffId: number; since: string; most: number },
): Promise<number[]> =>
  (
    await db
      .selectFrom('audit')
      .select((eb) => ['customer_id', eb.fn.max('seq').as('latest')])
      .where('actor', '=', `staff:${staffId}`)
      .where('action', '=', 'startActing')
      .where('at', '>=', since)
      .where('customer_id', 'is not', null)
      .groupBy('customer_id')
      .orderBy('latest', 'desc')
      .limit(most)
      .execute()
  ).map(({ customer_id }) => customer_id!)

/** The names of staff and machine clients by their actor in the audit: `staff:2`, `client:…`. */
export async function namesOfActors(db: Db, actors: string[]): Promise<Map<string, string>> {
  const idsOf = (type: string) => [
    ...new Set(
      actors
        .filter((actor) => actor.startsWith(`${type}:`))
        .map((actor) => actor.slice(type.length + 1)),
    ),
  ]
  const staffIds = idsOf('staff').map(Number)
  const clientIds = idsOf('client')
  const staff =
    staffIds.length === 0
      ? []
      : await db
          .selectFrom('staff')
          .select(['id', 'first_name', 'last_name'])
          .where('id', 'in', staffIds)
          .execute()
  const clients =
    clientIds.length === 0
      ? []
      : await db
          .selectFrom('api_client')
          .select(['client_id', 'name'])
          .where('client_id', 'in', clientIds)
          .execute()
  return new Map([
    ...staff.map((row) => [`staff:${row.id}`, `${row.first_name} ${row.last_name}`] as const),
    ...clients.map((row) => [`client:${row.client_id}`, row.name] as const),
  ])
}
