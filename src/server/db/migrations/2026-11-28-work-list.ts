import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const statements = [
    sql`create index trade_vehicle_requested on trade_vehicle (purchase_journey_id) where status = 'APPRAISAL_REQUESTED'`,
    sql`create index payment_review on payment (created_at, payment_id) where status = 'NEEDS_REVIEW'`,
  ]
  for (const statement of statements) await statement.execute(db)
}
