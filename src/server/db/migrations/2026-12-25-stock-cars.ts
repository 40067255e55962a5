import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  await sql`create table stock_car (
    stock_number text primary key,
    vin text not null unique,
    stock_id text references stock (stock_id),
    purchase_journey_id text unique references purchase_journey (purchase_journey_id) on delete set null) ${strict}`.execute(
    db,
  )
  await sql`create index stock_car_line on stock_car (stock_id, stock_number) where purchase_journey_id is null`.execute(
    db,
  )
}
