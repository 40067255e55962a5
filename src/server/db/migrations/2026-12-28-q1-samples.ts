import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

/** The people that a demo is filled with are known as such, whatever address they have later. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ['customer', 'staff']) {
    const people = sql.table(table)
    await sql`alter table ${people} add column is_sample integer not null default 0`.execute(db)
    await sql`update ${people} set is_sample = 1 where email_key like '%@demo.example'`.execute(db)
  }
}
