/**
 * How many random histories each model is held against: a pure one takes many in a moment, one that goes through a
 * database fewer. `MODEL_RUNS` says how many for both, as `npm run test:models` does.
 */
export const RUNS = Number(process.env.MODEL_RUNS ?? 5_000)
/** How many actions a walk takes that begins in a status. */
export const ACTIONS = Number(process.env.MODEL_RUNS ?? 1_000)
export const DATABASE_RUNS = Number(process.env.MODEL_RUNS ?? 60)

/** Histories for a database by its name: PostgreSQL in the test's process takes twenty times as long. */
export const runsOn = (database: string): number =>
  database === 'SQLite' ? DATABASE_RUNS : Math.ceil(DATABASE_RUNS / 20)

/** For all the histories of one model, in milliseconds. */
export const MODEL_TIMEOUT_MS = process.env.MODEL_RUNS ? 4 * 60 * 60_000 : 180_000

/** The same for one that goes through a database, by its name. */
export const databaseActionsOn = (database: string): number => {
  const actions = Number(process.env.MODEL_RUNS ?? 24)
  return database === 'PostgreSQL' ? Math.ceil(actions / 20) : actions
}
