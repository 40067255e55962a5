import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  // Messages that were given up are few, counted often, and looked for when they are sent after all.
  await sql`create index outbox_failed on outbox (queued_at) where failed_at is not null`.execute(
    db,
  )
}
