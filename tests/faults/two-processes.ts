import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/database.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import {
  requirePostgres,
  startPostgres,
  type PostgresServer,
} from '#tests/setup/postgres-server.ts'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import { auditPurchases } from './books.ts'
import { startFront } from './front.ts'
import { reportOf, type Report, type Tell } from './report.ts'
import { FaultyShop } from './shop.ts'
import { auditFields, auditLedger, auditRepetitions, Ledger, startWriters } from './writers.ts'

const SECRET_KEY = 'the same for both of the processes, 32 and more'

/** How long people buy between faults: longer after the database restarts, as there is only one. */
const QUIET_MS = 300
const QUIET_AFTER_RESTART_MS = 1_000

/** Beside the sixteen writers. */
const BUYERS = 12

/** Their database. */
interface Server {
  url: string
  version: string
  stop(): Promise<void>
}

interface TwoShops<S extends Server = Server> {
  shops: FaultyShop[]
  server: S
  db: Db
  ledger: Ledger
}

const aServer = (): Promise<PostgresServer> => startPostgres(requirePostgres())

/** Two processes on one PostgreSQL take turns at being killed while people buy. */
export const killInTurns = (kills: number, tell: Tell): Promise<Report> =>
  onTwoShops('two processes, killed in turns', kills, aServer, async ({ shops }) => {
    for (let kill = 0; kill < kills; kill += 1) {
      const shop = shops[kill % 2]!
      await pause(QUIET_MS)
      await shop.kill()
      await pause(QUIET_MS)
      // Their clocks stay together.
      await shop.restart(0)
      tell(kill + 1, kills)
    }
  })

/** Their database ends in good order or as by a crash, and before each time all connections to it are cut. */
export const restartDatabase = (restarts: number, tell: Tell): Promise<Report> =>
  onTwoShops('PostgreSQL restarts, connections cut', restarts, aServer, async ({ server, db }) => {
    for (let restart = 0; restart < restarts; restart += 1) {
      await pause(QUIET_AFTER_RESTART_MS)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
      await pause(QUIET_AFTER_RESTART_MS)
      await server.restart(restart % 2 === 0 ? 'immediate' : 'fast')
      tell(restart + 1, restarts)
    }
    await pause(QUIET_AFTER_RESTART_MS)
  })

/** Disturbs two processes behind a front while people write and buy, and looks whether all that was answered for is there. */
export async function onTwoShops<S extends Server>(
  fault: string,
  times: number,
  startServer: () => Promise<S>,
  disturb: (shops: TwoShops<S>) => Promise<void>,
): Promise<Report> {
  const report = reportOf(fault, times)
  const server = await startServer()
  const folder = await mkdtemp(join(tmpdir(), 'two-shops-'))
  const shops: FaultyShop[] = []
  const ledger = new Ledger()
  const db = openPostgres(server.url, () => {})
  const front = await startFront(shops)
  try {
    for (let count = 0; count < 2; count += 1)
      shops.push(
        await FaultyShop.open({
          DATABASE_URL: server.url,
          SECRET_KEY,
          WORKS_IN: folder,
        }),
      )
    await db.updateTable('stock').set({ quantity: 100_000 }).execute()
    const writers = await startWriters([front], ledger, BUYERS)
    await disturb({ shops, server, db, ledger })
    await writers.stop()
    report.lost.push(...writers.failures)
    report.add(await auditPurchases(db, deriveKeys(SECRET_KEY), null))
    report.add(await auditLedger(db, ledger))
    report.lost.push(...(await auditFields(ledger)))
    report.doubled.push(...(await auditRepetitions(db, ledger)))
    report.note = `${ledger.paid.length} purchases paid, ${writers.failures.length} failed; ${front.askedAgain} requests given to the other process; ${server.version}`
  } finally {
    front.close()
    for (const shop of shops) await shop.close()
    await db.destroy()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  report.acknowledged = ledger.acknowledged
  report.exits = shops.reduce((sum, { exits }) => sum + exits, 0)
  return report
}
