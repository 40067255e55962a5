import { SqliteAdapter, type Kysely } from 'kysely'
import type { Database } from '#server/database.ts'

/** For the few statements that SQLite and PostgreSQL do not share. */
export const isSqlite = (db: Kysely<Database>): boolean =>
  db.getExecutor().adapter instanceof SqliteAdapter
