import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table outbox add column sealed text`.execute(db)
  await sql`create index outbox_sealed on outbox (queued_at) where sealed is not null`.execute(db)
}
