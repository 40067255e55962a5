import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

/** The code of a registration's email confirms the password that was chosen there. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table login_code add column password_hash text`.execute(db)
  await sql`alter table login_code add column origin text not null default ''`.execute(db)
}
