import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  const statements = [
    sql`create table purchase_note (
      note_id text primary key,
      purchase_journey_id text not null references purchase_journey (purchase_journey_id) on delete cascade,
      text text not null,
      actor text not null,
      at text not null) ${strict}`,
    sql`create index purchase_note_journey on purchase_note (purchase_journey_id, at)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
