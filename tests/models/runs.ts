/** How many random histories each model is held against; `MODEL_RUNS` for more. */
export const RUNS = Number(process.env.MODEL_RUNS ?? 20_000)
/** The same where each history goes through a database. */
export const DATABASE_RUNS = Math.ceil(RUNS / 100)
