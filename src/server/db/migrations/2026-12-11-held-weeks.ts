import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  // What a line of stock said when its car was held: an import may say something else of the line afterwards.
  await sql`alter table allocation add column eta_weeks integer`.execute(db)
  await sql`update allocation set eta_weeks =
    (select eta_weeks from stock where stock.stock_id = allocation.stock_id)`.execute(db)
}
