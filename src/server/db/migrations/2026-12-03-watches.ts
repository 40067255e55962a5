import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  const statements = [
    sql`create table watch (
      watch_id text primary key,
      key_hash text not null unique,
      email text not null,
      email_key text not null,
      configuration text not null,
      car text not null,
      price_cents integer not null,
      stock_level text not null,
      created_at text not null,
      confirmed_at text,
      told_at text,
      ends_at text not null,
      next_check_at text not null,
      unique (email_key, configuration)) ${strict}`,
    sql`create index watch_due on watch (next_check_at)`,
    sql`alter table outbox add column unsubscribe_url text`,
  ]
  for (const statement of statements) await statement.execute(db)
}
