import { sql } from 'kysely'
import type { Db } from '#server/database.ts'

/** Rows of one statement: PostgreSQL limits its time. */
const AT_ONCE = 20_000

/**
 * Adds copies of a row, each with a number `i` from `first` to before `end`.
 *
 * @param where Finds the row.
 * @param changed Columns that differ, as SQL with `i`.
 */
export async function copyRow(
  db: Db,
  table: string,
  { where, changed, first, end }: Copies,
): Promise<void> {
  const tables = await db.introspection.getTables()
  const columns = tables.find(({ name }) => name === table)!.columns.map(({ name }) => name)
  const picked = columns.map((name) => changed[name] ?? `${table}.${name}`)
  for (let from = first; from < end; from += AT_ONCE)
    await sql
      .raw(
        `with recursive n (i) as (select ${from} union all select i + 1 from n where i + 1 < ${Math.min(end, from + AT_ONCE)})
         insert into ${table} (${columns.join(', ')})
         select ${picked.join(', ')} from n cross join ${table} where ${where}`,
      )
      .execute(db)
}

export interface Copies {
  where: string
  changed: Record<string, string>
  first: number
  end: number
}
