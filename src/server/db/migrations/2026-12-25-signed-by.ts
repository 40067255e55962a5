import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table purchase_journey add column signed_by text`.execute(db)
}
