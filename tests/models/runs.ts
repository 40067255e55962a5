import type { Db } from '#server/database.ts'

/**
 * How many random histories each model is held against: a pure one takes many in a moment, one that goes through a
 * database fewer. `MODEL_RUNS` says how many for both, as `npm run test:models` does.
 */
export const RUNS = Number(process.env.MODEL_RUNS ?? 5_000)
/** How many actions a walk takes that begins in a status. */
export const ACTIONS = Number(process.env.MODEL_RUNS ?? 1_000)
const DATABASE_RUNS = Number(process.env.MODEL_RUNS ?? 60)

/** Histories for a database by its name: a PostgreSQL server takes many times as long. */
export const runsOn = (database: string): number =>
  database === 'SQLite' ? DATABASE_RUNS : Math.ceil(DATABASE_RUNS / 20)

/** For all the histories of one model, in milliseconds. */
export const MODEL_TIMEOUT_MS = process.env.MODEL_RUNS ? 4 * 60 * 60_000 : 180_000

/** The same for one that goes through a database, by its name. */
export const databaseActionsOn = (database: string): number => {
  const actions = Number(process.env.MODEL_RUNS ?? 24)
  return database === 'PostgreSQL' ? Math.ceil(actions / 20) : actions
}

/** Histories that share a database. One that keeps thousands makes each slower than the one before. */
export const HISTORIES_PER_DATABASE = 200

/** Holds something to that many histories, a few hundred to a new database. */
export async function inNewDatabases(
  histories: number,
  open: () => Promise<Db>,
  hold: (db: Db, histories: number) => Promise<void>,
): Promise<void> {
  for (let left = histories; left > 0; left -= HISTORIES_PER_DATABASE) {
    const db = await open()
    await hold(db, Math.min(left, HISTORIES_PER_DATABASE))
    await db.destroy()
  }
}
