import { once } from 'node:events'
import { createServer } from 'node:http'
import { StatementSync } from 'node:sqlite'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import { assemble } from '#server/assemble.ts'
import { readSettings } from '#server/platform/settings/settings.ts'

/** SQLite's own number. */
const SQLITE_FULL = 13

/** A fault to inject into the process. It answers each order once the fault is in place. */
export type Fault =
  /** No page more for the database, as on a full disk; or room again. */
  | { fault: 'full'; isFull: boolean }
  /** Ends itself as by kill -9, right after this many writing statements; 0: no longer. */
  | { fault: 'die'; afterWrites: number }
  /** Moves its clock. */
  | { fault: 'clock'; aheadMs: number }

/** Everything of the storefront but its pages, from its sources, on the settings of the environment. */
const settings = readSettings(process.env)
let aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0)
let writesLeft = 0
moveClock()
countWrites()
const assembly = await assemble(settings, settings.siteUrl)
const api = getRequestListener(assembly.api.fetch)
const cardPages = getRequestListener(assembly.cardPages!.fetch)
const server = createServer((request, response) => {
  const answer = request.url!.startsWith('/demo/card/') ? cardPages : api
  void answer(request, response)
}).listen(settings.port, '127.0.0.1')
await once(server, 'listening')
process.on('message', (order: Fault) => void suffer(order).then(() => process.send!('done')))
process.on('disconnect', () => process.exit(0))
process.send!('ready')

async function suffer(order: Fault): Promise<void> {
  if (order.fault === 'die') writesLeft = order.afterWrites
  else if (order.fault === 'clock') aheadMs = order.aheadMs
  else for (let isKept = false; !isKept;) isKept = await setRoom(order.isFull)
}

/**
 * In a transaction, because that is on the connection which writes. Answers whether it was kept: a write of the same
 * group may find the disk full already, and then all of the group is taken back.
 */
const setRoom = (isFull: boolean): Promise<boolean> =>
  assembly.deps.db
    .transaction()
    .execute(async (trx) => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(trx)
      const most = isFull ? rows[0]!.page_count : 0xfffffffe
      await sql`pragma max_page_count = ${sql.lit(most)}`.execute(trx)
    })
    .then(
      () => true,
      (error: { errcode?: number }) => {
        if (error.errcode === SQLITE_FULL) return false
        throw error
      },
    )

/** Whatever reads the time in this process reads it moved. */
function moveClock(): void {
  const Real = Date
  const now = () => Real.now() + aheadMs
  globalThis.Date = class extends Real {
    constructor(given: string | number | Date = now()) {
      super(given)
    }
    static override now = now
  } as DateConstructor
}

/** Everything that a process leaves behind is written by a statement: between two of them there is nothing to see. */
function countWrites(): void {
  for (const name of ['run', 'all'] as const) {
    const original = StatementSync.prototype[name] as (...given: unknown[]) => never
    StatementSync.prototype[name] = function (this: StatementSync, ...given: unknown[]) {
      const answer = original.apply(this, given)
      if (writesLeft > 0 && /^\s*(insert|update|delete|commit)\b/i.test(this.sourceSQL)) {
        writesLeft -= 1
        if (writesLeft === 0) process.kill(process.pid, 'SIGKILL')
      }
      return answer
    }
  }
}
