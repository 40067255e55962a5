import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

const APOSTROPHES = /['’‘`ʻʼ]/gu

/** Names as they are searched by from now on: with apostrophes left out, and parted at them. */
const searchName = (names: string): string => {
  const parts = names.split(/\s+/).filter((name) => name.search(APOSTROPHES) > 0)
  const folded = [names, ...parts.map((name) => name.replace(APOSTROPHES, ' '))]
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(APOSTROPHES, '')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
  return ` ${folded}`
}

export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const strict = isSqlite ? sql`strict` : sql``

  const statements = [
    sql`create table message (
      message_id text primary key,
      name text not null,
      email text not null,
      email_key text not null,
      message text not null,
      created_at text not null,
      done_at text,
      done_by integer references staff (id)) ${strict}`,
    sql`create index message_todo on message (created_at, message_id) where done_at is null`,
    sql`create index message_done on message (done_at, message_id) where done_at is not null`,
  ]
  for (const statement of statements) await statement.execute(db)

  const customers = await db
    .selectFrom('customer')
    .select(['id', 'first_name', 'last_name', 'company_name'])
    .execute()
  for (const { id, first_name, last_name, company_name } of customers) {
    const names = `${first_name} ${last_name} ${company_name ?? ''}`
    if (names.search(APOSTROPHES) < 0) continue
    await db
      .updateTable('customer')
      .set({ search_name: searchName(names) })
      .where('id', '=', id)
      .execute()
  }
}
