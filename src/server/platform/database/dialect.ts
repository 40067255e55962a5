import { SqliteAdapter } from 'kysely'
import type { Db } from '#server/database.ts'

/** For the few statements that SQLite and PostgreSQL do not share. */
export const isSqlite = (db: Db): boolean => db.getExecutor().adapter instanceof SqliteAdapter
