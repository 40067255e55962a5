import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { prepareStatements, type Run } from './sqlite-statements.ts'

/** SQLite's error number for a lock held by another process. */
const BUSY = 5
/** How long to wait for another process to release it. */
const PATIENCE_MS = 5_000
/** How long to retry without a pause: another process's group takes milliseconds, and the gap to its next is short. */
const EAGER_MS = 20

/** Writes that are committed together. Each keeps its own savepoint until then. */
export interface Group {
  /** Settles with the commit: rejects when nothing of the group was kept. */
  end: Promise<void>
  settle(fault?: unknown): void
}

function newGroup(): Group {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Its transactions wait for it. Without any of them a rejection must not be unhandled.
  promise.catch(() => {})
  return {
    end: promise,
    settle: (fault) => (fault === undefined ? resolve() : reject(fault)),
  }
}

/**
 * The one connection that writes. Transactions run one after the other, and those of one turn of the event loop
 * are committed together, so that the disk is waited for once. Each is answered only after that commit, and a failed
 * one rolls back only its own changes (docs/decisions/0008-sqlite-writes-are-committed-in-groups.md).
 */
export class SqliteWriter {
  readonly #database: DatabaseSync
  readonly #run: Run
  readonly #resetOnSchemaChange: () => void
  readonly #commitsAtOnce: boolean
  readonly #onCommit: () => void
  readonly #waiting: (() => void)[] = []
  #isTaken = false
  #isDue = false
  #group: Group | null = null

  /**
   * @param commitsAtOnce For a connection that is also read from, and so must never hold uncommitted data.
   * @param onCommit Called after a commit, before its transactions are answered.
   */
  constructor(
    database: DatabaseSync,
    { commitsAtOnce, onCommit }: { commitsAtOnce: boolean; onCommit: () => void },
  ) {
    this.#database = database
    const { run, resetOnSchemaChange } = prepareStatements(database)
    this.#run = run
    this.#resetOnSchemaChange = resetOnSchemaChange
    this.#commitsAtOnce = commitsAtOnce
    this.#onCommit = onCommit
    // SQLite would wait for another process by sleeping, and block every request of this process.
    database.exec('pragma busy_timeout = 0')
  }

  /** Begins a transaction once the earlier ones have ended. */
  async begin(): Promise<Group> {
    await this.#take()
    try {
      const group = this.#group ?? (await this.#open())
      this.#run('savepoint member')
      return group
    } catch (error) {
      this.#release()
      throw error
    }
  }

  /** Runs a statement of the current transaction. */
  execute(group: Group, sql: string, parameters: readonly unknown[]) {
    // SQLite rolls back the whole transaction when the disk is full; later statements belong to none.
    if (group !== this.#group) throw new Error('the transaction was rolled back')
    try {
      return this.#run(sql, parameters)
    } catch (error) {
      if (!this.#database.isTransaction) this.#fail(error)
      throw error
    }
  }

  /** Commits the transaction and waits for the disk. */
  async commit(group: Group): Promise<void> {
    try {
      this.execute(group, 'release member', [])
    } finally {
      this.#release()
    }
    await group.end
  }

  /** Rolls the transaction back. It may have read others of its group, so it is answered after their commit. */
  async rollback(group: Group): Promise<void> {
    try {
      if (group === this.#group) {
        this.execute(group, 'rollback to member', [])
        this.execute(group, 'release member', [])
      }
    } finally {
      this.#release()
    }
    await group.end
  }

  /** Runs a statement as a transaction of its own. SQLite rolls back a failed statement itself. */
  async once(sql: string, parameters: readonly unknown[]) {
    await this.#take()
    let group: Group | null = null
    try {
      group = this.#group ?? (await this.#open())
      return this.execute(group, sql, parameters)
    } finally {
      this.#release()
      await group?.end
    }
  }

  /** Reads on this connection, for a database without a separate reader. */
  async read(sql: string, parameters: readonly unknown[]) {
    await this.#take()
    try {
      return this.#run(sql, parameters)
    } finally {
      this.#release()
    }
  }

  close(): void {
    this.#flush()
    this.#database.close()
  }

  #take(): Promise<void> | void {
    if (this.#isTaken) return new Promise((go) => this.#waiting.push(go))
    this.#isTaken = true
  }

  #release(): void {
    this.#isTaken = false
    if (this.#isDue || this.#commitsAtOnce) this.#flush()
    const next = this.#waiting.shift()
    if (!next) return
    this.#isTaken = true
    next()
  }

  /** Begins a group once no other process writes. Transactions that arrive while it waits join it. */
  async #open(): Promise<Group> {
    const startedMs = performance.now()
    // Takes the write lock immediately, because two processes may share one file.
    for (let waitedMs = 0; !this.#hasBegun(waitedMs); waitedMs = performance.now() - startedMs)
      await (waitedMs < EAGER_MS ? nextTurn() : pause(1))
    this.#resetOnSchemaChange()
    this.#group = newGroup()
    if (!this.#commitsAtOnce) setImmediate(() => this.#flush())
    return this.#group
  }

  #hasBegun(waitedMs: number): boolean {
    try {
      this.#run('begin immediate')
      return true
    } catch (error) {
      const { errcode = 0 } = error as { errcode?: number }
      if ((errcode & 0xff) !== BUSY || waitedMs > PATIENCE_MS) throw error
      return false
    }
  }

  /** Commits now, or as soon as the current transaction has ended. */
  #flush(): void {
    if (!this.#group) return
    this.#isDue = this.#isTaken
    if (this.#isTaken) return
    try {
      this.#run('commit')
    } catch (error) {
      if (this.#database.isTransaction) this.#run('rollback')
      return this.#fail(error)
    }
    const group = this.#group
    this.#group = null
    this.#onCommit()
    group.settle()
  }

  #fail(error: unknown): void {
    const group = this.#group
    this.#group = null
    this.#isDue = false
    group?.settle(error)
  }
}
