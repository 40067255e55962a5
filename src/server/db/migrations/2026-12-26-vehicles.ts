import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  for (const column of [
    sql`purchase_journey_id text`,
    sql`since_day text`,
    sql`ended_day text`,
    sql`added_at text`,
    sql`warranty_until text`,
    sql`warranty_km integer`,
    sql`first_service_day text`,
    sql`first_service_km integer`,
  ])
    await sql`alter table ownership add column ${column}`.execute(db)
  await sql`create index ownership_purchase on ownership (purchase_journey_id)`.execute(db)
  await sql`create index ownership_vin on ownership (vin)`.execute(db)

  // One row, one email: this key is what decides between two processes.
  await sql`create table recall_notice (
    customer_id integer not null references customer (id),
    recall_number text not null,
    registration text not null,
    notified_at text not null,
    primary key (customer_id, recall_number, registration)) ${strict}`.execute(db)

  await sql`alter table service_booking add column recalls text not null default '[]'`.execute(db)
}
