import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPostgres } from '#server/db/postgres.ts'
import { findPostgres, startPostgres } from '#tests/setup/postgres-server.ts'
import { auditPurchases } from './books.ts'
import { reportOf, type Report } from './report.ts'
import { FaultyShop } from './shop.ts'
import { auditFields, auditLedger, auditRepetitions, Ledger, startWriters } from './writers.ts'

/** Two processes on one PostgreSQL take turns at being killed while people buy; whoever is not answered goes to the other. */
export async function killInTurns(kills: number): Promise<Report> {
  const report = reportOf('two processes, killed in turns', kills)
  const programs = findPostgres()
  if (!programs) throw new Error('there is no PostgreSQL on this machine')
  const server = await startPostgres(programs)
  const folder = await mkdtemp(join(tmpdir(), 'two-shops-'))
  const shops: FaultyShop[] = []
  const ledger = new Ledger()
  const db = openPostgres(server.url, () => {})
  try {
    for (let count = 0; count < 2; count += 1)
      shops.push(
        await FaultyShop.open({
          DATABASE_URL: server.url,
          SECRET_KEY: 'the same for both of the processes, 32 and more',
          WORKS_IN: folder,
        }),
      )
    await db.updateTable('stock').set({ quantity: 100_000 }).execute()
    const writers = await startWriters(shops, ledger)
    for (let kill = 0; kill < kills; kill += 1) {
      const shop = shops[kill % 2]!
      await pause(300)
      await shop.kill()
      await pause(300)
      // Their clocks stay together.
      await shop.restart(0)
    }
    await writers.stop()
    report.lost.push(...writers.failures)
    report.add(await auditPurchases(db, null))
    report.add(await auditLedger(db, ledger))
    report.lost.push(...(await auditFields(ledger)))
    report.doubled.push(...(await auditRepetitions(db, ledger)))
  } finally {
    for (const shop of shops) await shop.close()
    await db.destroy()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  report.acknowledged = ledger.acknowledged
  report.exits = shops.reduce((sum, { exits }) => sum + exits, 0)
  report.note = `${ledger.paid.length} purchases paid, none failed; ${server.version}`
  return report
}
