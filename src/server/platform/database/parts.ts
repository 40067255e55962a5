/** Rows of one statement: with a dozen columns still fewer parameters than SQLite (32,766) takes. */
const ROWS_AT_ONCE = 2_000

/** Divides rows so that each part fits one statement. */
export const splitForInsert = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, part) =>
    rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  )
