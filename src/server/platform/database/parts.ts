/** Rows in one statement. With a dozen columns it stays below SQLite's 32,766 parameters. */
const ROWS_AT_ONCE = 2_000

/** Splits rows into parts that fit one statement each. */
export const splitForInsert = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, part) =>
    rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  )
