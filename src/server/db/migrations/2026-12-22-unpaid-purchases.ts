import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const statements = [
    sql`alter table purchase_journey add column deposit_due_at text`,
    sql`alter table purchase_journey add column deposit_remind_at text`,
    sql`alter table purchase_journey add column transfer_announced_at text`,
    sql`create index purchase_journey_deposit_due on purchase_journey (deposit_due_at, purchase_journey_id)
      where status = 'CONFIRMED' and deposit_due_at is not null`,
    sql`create index purchase_journey_deposit_remind on purchase_journey (deposit_remind_at, purchase_journey_id)
      where status = 'CONFIRMED' and deposit_remind_at is not null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
