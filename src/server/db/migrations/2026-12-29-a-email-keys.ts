import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

const TABLES = ['customer', 'staff', 'message', 'watch']

/**
 * Of addresses with letters beyond ASCII, only ASCII is folded: Unicode's folding made other letters into ASCII. Keys
 * become finer by it, so no two can meet.
 */
export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter.constructor.name === 'SqliteAdapter'
  const isBeyondAscii = isSqlite ? sql`email glob '*[^ -~]*'` : sql`email ~ '[^ -~]'`
  for (const name of TABLES) {
    const table = sql.table(name)
    const { rows } = await sql<{ email: string }>`
      select distinct email from ${table} where ${isBeyondAscii}`.execute(db)
    for (const { email } of rows) {
      const key = email.trim().replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
      await sql`update ${table} set email_key = ${key} where email = ${email}`.execute(db)
    }
  }
  // The terms by which staff find these customers are made again.
  await sql`update customer set terms_at = null where ${isBeyondAscii}`.execute(db)
}
