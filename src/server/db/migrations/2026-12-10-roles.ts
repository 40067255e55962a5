import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

/** Until now a role meant nothing, and all staff did everything: they still may. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`update staff set roles = '["admin"]'`.execute(db)
}
