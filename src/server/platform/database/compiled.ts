import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely'
import type { Db } from '#server/database.ts'

/** A placeholder in a compiled query; its value comes with each run. */
class Given {
  readonly take: (values: Record<string, unknown>) => unknown
  constructor(take: (values: Record<string, unknown>) => unknown) {
    this.take = take
  }
}

/** Longer lists are compiled at every run, because each length is a query of its own. */
const LONGEST_KEPT = 4

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/**
 * Compiles a query of a hot path once instead of at every run: Kysely takes longer to compile it than SQLite to run it.
 *
 * @param build Builds the query from placeholders. It may use them, or lists of them, as values and must not read them.
 */
export function compiled<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<QueryResult<Row>> {
  const kept = new WeakMap<DialectAdapter, Map<string, CompiledQuery<Row>>>()

  const compile = (db: Db, values: Values) =>
    build(
      db,
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          Array.isArray(value)
            ? value.map((_, index) => new Given((all) => (all[name] as unknown[])[index]))
            : new Given((all) => all[name]),
        ]),
      ) as Values,
    ).compile()

  return (db, values) => {
    // The names of the values and the lengths of the lists: each combination is a query of its own.
    let shape = ''
    for (const name in values) {
      const length = lengthOf(values[name])
      if (length > LONGEST_KEPT) return db.executeQuery<Row>(build(db, values).compile())
      shape += `${name}:${length} `
    }
    const { adapter } = db.getExecutor()
    let queries = kept.get(adapter)
    if (!queries) kept.set(adapter, (queries = new Map()))
    let query = queries.get(shape)
    if (!query) queries.set(shape, (query = compile(db, values)))
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Given ? parameter.take(values as Record<string, unknown>) : parameter,
    )
    return db.executeQuery<Row>({ ...query, parameters })
  }
}
