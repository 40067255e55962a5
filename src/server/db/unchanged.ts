import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { SqliteAdapter } from './sqlite-dialect.ts'

/** Things kept at most between two commits. The largest are answers of some 5 kB. */
const MAX_KEPT = 1_000

/**
 * What follows from the database alone, made once for as long as nobody commits anything: whoever asks next gets what
 * the first one got. In a transaction, and where commits of other processes cannot be seen (PostgreSQL), it is made
 * each time.
 *
 * @param key Names it, and everything it follows from that is not in the database.
 * @param make Reads, and waits for nothing else.
 * @returns Outside a transaction frozen, because it is shared.
 */
export async function whileUnchanged<T>(
  db: Kysely<Database>,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return make()
  const { adapter } = db.getExecutor()
  const kept = adapter instanceof SqliteAdapter ? adapter.reads?.kept() : undefined
  if (!kept) return frozen(await make())
  const known = kept.get(key) as T | undefined
  if (known !== undefined) return known
  const made = frozen(await make())
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(key, made)
  return made
}

/** A value that several share: nobody may change it, nor anything in it. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(frozen)
  return value
}
