import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isUpToDate, migrate } from '#server/db/migrate.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { readRelease } from '../../scripts/released-schema.ts'
import { reportOf, type Report } from './report.ts'
import { auditEnd, openStockedShop } from './sqlite-shop.ts'
import { Ledger, startWriters } from './writers.ts'

/** So much is answered for by the released version before its tables are changed, and after. */
const ANSWERS = 60

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' })

/** Whether this clone has the released version's sources. */
export function hasReleasedSources(): boolean {
  try {
    git('cat-file', '-e', `${readRelease().commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

/**
 * Has the released version serve sixteen writers, changes its database to the tables of this version beneath it, as the
 * first machine of an update does, and looks whether it goes on and all that it answered for is there.
 */
export async function updateUnderLoad(): Promise<Report> {
  const { version, commit } = readRelease()
  const report = reportOf(`version ${version} on the tables of this one`, 1)
  const sources = join(mkdtempSync(join(tmpdir(), 'released-')), 'sources')
  git('worktree', 'add', '--detach', sources, commit)
  try {
    symlinkSync(resolve('node_modules'), join(sources, 'node_modules'))
    const shop = await openStockedShop({}, sources)
    const ledger = new Ledger()
    try {
      const writers = await startWriters([shop], ledger)
      const untilAnswered = async (enough: number) => {
        while (ledger.acknowledged < enough && writers.failures.length === 0) await pause(2)
      }
      await untilAnswered(ANSWERS)
      const db = openSqlite(shop.file)
      const wasUpToDate = await isUpToDate(db)
      await migrate(db)
      await db.destroy()
      report.note = wasUpToDate
        ? 'no table has changed since'
        : 'the tables were changed beneath it'
      await untilAnswered(ledger.acknowledged + ANSWERS)
      await writers.stop()
      report.lost.push(...writers.failures)
      await auditEnd(shop, ledger, report)
    } finally {
      await shop.close()
    }
  } finally {
    git('worktree', 'remove', '--force', sources)
    rmSync(resolve(sources, '..'), { recursive: true, force: true })
  }
  return report
}
