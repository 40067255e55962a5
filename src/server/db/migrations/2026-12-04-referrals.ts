import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const statements = [
    sql`alter table purchase_journey add column referred_at text`,
    sql`update purchase_journey set referred_at = last_activity_at where credit_decision like '%"MANUWRITE"%'`,
    sql`create index journey_referred on purchase_journey (referred_at, purchase_journey_id) where referred_at is not null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
