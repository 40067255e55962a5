import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  const statements = [
    // What a quote said when a code was given for it: a later price of it changes nothing here.
    sql`create table quote_code (
      code_hash text primary key,
      quote_id text not null references quote (quote_id) on delete cascade,
      content text not null,
      created_at text not null) ${strict}`,
    sql`create index quote_code_quote on quote_code (quote_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
