import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const columns = [
    sql`kind text not null default 'MESSAGE'`,
    sql`phone text`,
    sql`model_code text`,
    sql`outlet_code text`,
    sql`wished_day text`,
    sql`wished_time text`,
  ]
  for (const column of columns) await sql`alter table message add column ${column}`.execute(db)
}
