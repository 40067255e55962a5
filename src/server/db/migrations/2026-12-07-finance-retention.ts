import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const statements = [
    // By the ages that the hourly job asks for.
    sql`create index journey_application on purchase_journey (last_activity_at) where finance_application is not null`,
    sql`create index finance_signature_age on finance_signature (signed_at)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
