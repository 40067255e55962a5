import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``
  const serial = isSqlite
    ? sql`integer primary key autoincrement`
    : sql`integer generated always as identity primary key`

  const statements = [
    sql`create table delivery_estimate (
      id ${serial},
      purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
      from_day text not null,
      to_day text not null,
      note text,
      actor text not null,
      at text not null) ${strict}`,
    sql`create index delivery_estimate_journey on delivery_estimate (purchase_journey_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
