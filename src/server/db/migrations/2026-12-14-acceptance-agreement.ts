import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  // Whether an agreement was accepted is asked before it is deleted, by us and by the database.
  await sql`create index acceptance_agreement on agreement_acceptance (agreement_id)`.execute(db)
}
