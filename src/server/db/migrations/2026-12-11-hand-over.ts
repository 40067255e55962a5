import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  // An hour of an outlet belongs to one purchase: this key is what decides between two.
  await sql`create table hand_over (
    outlet_code text not null,
    starts_at text not null,
    purchase_journey_id text not null unique references purchase_journey (purchase_journey_id) on delete cascade,
    sequence integer not null,
    booked_by text not null,
    booked_at text not null,
    primary key (outlet_code, starts_at)) ${strict}`.execute(db)
}
