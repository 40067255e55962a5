import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

/** Where a session began. Of those before it is not known. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table session add column network text not null default ''`.execute(db)
}
