import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table trade_vehicle add column appraisal_requested_at text`.execute(db)
}
