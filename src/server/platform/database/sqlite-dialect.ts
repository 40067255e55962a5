import type { DatabaseSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter as KyselySqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Transaction,
} from 'kysely'
import { reader, type Reader, type Run } from './sqlite-statements.ts'
import { SqliteWriter, type Group } from './sqlite-writer.ts'

/** One connection that writes, and one that reads committed data without waiting. */
export interface SqliteConnections {
  writer: DatabaseSync
  /** `null` for a database in memory, which has only one connection. */
  reader: DatabaseSync | null
}

/** A Kysely dialect for Node's own SQLite. */
export function sqliteDialect(connections: SqliteConnections): Dialect {
  const reads = connections.reader && reader(connections.reader)
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(connections, reads),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Has this name because the migrations recognise SQLite by it. */
export class SqliteAdapter extends KyselySqliteAdapter {
  /** The writer orders its transactions itself. */
  override get supportsMultipleConnections() {
    return true
  }
  /** So that a failed migration leaves nothing behind. */
  override get supportsTransactionalDdl() {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #writer: SqliteWriter
  readonly #reader: DatabaseSync | null
  readonly #reads: Reader | null

  constructor({ writer, reader }: SqliteConnections, reads: Reader | null) {
    this.#writer = new SqliteWriter(writer, {
      commitsAtOnce: reads === null,
      // A request that is answered after a commit reads it.
      onCommit: () => reads?.refresh(),
    })
    this.#reader = reader
    this.#reads = reads
  }

  async init() {}
  async acquireConnection() {
    return new SqliteConnection(this.#writer, this.#reads?.read ?? null)
  }
  async releaseConnection() {}
  beginTransaction = (connection: DatabaseConnection) => (connection as SqliteConnection).begin()
  commitTransaction = (connection: DatabaseConnection) =>
    (connection as SqliteConnection).end('commit')
  rollbackTransaction = (connection: DatabaseConnection) =>
    (connection as SqliteConnection).end('rollback')

  async destroy() {
    this.#reads?.refresh()
    this.#reader?.close()
    // Last: the last connection that may write moves the log into the file and removes it.
    this.#writer.close()
  }
}

/** Whether a transaction has the whole database to itself, as on SQLite, so that data it has read cannot change. */
export const hasExclusiveWrite = (trx: Pick<Transaction<never>, 'getExecutor'>): boolean =>
  trx.getExecutor().adapter instanceof SqliteAdapter

const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' ||
  (query.kind === 'RawNode' && /^\s*(select|explain)\b/i.test(sql))

/** A connection for Kysely: one statement or one transaction. */
class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteWriter
  readonly #read: Run | null
  /** The group of the current transaction. */
  #group: Group | null = null

  constructor(writer: SqliteWriter, read: Run | null) {
    this.#writer = writer
    this.#read = read
  }

  async begin(): Promise<void> {
    this.#group = await this.#writer.begin()
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const group = this.#group
    // A failed commit has rolled everything back, so Kysely's rollback after it has nothing to do.
    if (!group) return
    this.#group = null
    await this.#writer[how](group)
  }

  async executeQuery<R>(compiled: CompiledQuery) {
    const { sql, parameters } = compiled
    type Answer = { rows: R[] }
    if (this.#group) return this.#writer.execute(this.#group, sql, parameters) as Answer
    if (!isRead(compiled)) return this.#writer.once(sql, parameters) as Promise<Answer>
    if (this.#read) return this.#read(sql, parameters) as Answer
    return this.#writer.read(sql, parameters) as Promise<Answer>
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not supported')
  }
}
