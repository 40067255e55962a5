import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  // A table that is its own index.
  const clustered = isSqlite ? sql`strict, without rowid` : sql``
  // Compared byte by byte on both, so that what begins alike stands together.
  const bytes = isSqlite ? sql`` : sql`collate "C"`

  const statements = [
    sql`create table customer_term (
      kind text not null,
      term text ${bytes} not null,
      customer_id integer not null references customer (id) on delete cascade,
      primary key (kind, term, customer_id)) ${clustered}`,
    sql`create index customer_term_customer on customer_term (customer_id, kind, term)`,

    // Customers whose terms are still to be made: those of before, and those that the version before writes meanwhile.
    sql`alter table customer add column terms_at text`,
    sql`create index customer_without_terms on customer (id)
      where terms_at is distinct from updated_at`,
    sql`drop index customer_search_name`,
  ]
  for (const statement of statements) await statement.execute(db)
}
