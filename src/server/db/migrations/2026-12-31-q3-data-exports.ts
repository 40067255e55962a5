import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

/** A copy of a customer's data is put together in the background, and kept in parts until it expires. */
export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``
  const statements = [
    // One for a customer: this key is what decides between two processes.
    sql`create table data_export (
      export_id text primary key,
      customer_id integer not null unique references customer (id),
      requested_at text not null,
      leased_until text,
      ready_at text,
      expires_at text,
      bytes integer) ${strict}`,
    sql`create index data_export_waiting on data_export (requested_at) where ready_at is null`,
    sql`create index data_export_expiry on data_export (expires_at) where expires_at is not null`,
    sql`create table data_export_part (
      export_id text not null references data_export (export_id) on delete cascade,
      position integer not null,
      sealed text not null,
      primary key (export_id, position)) ${strict}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
