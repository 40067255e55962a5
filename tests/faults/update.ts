import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isUpToDate, migrate } from '#server/db/migrate.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { readRelease } from '../../scripts/released-schema.ts'
import { startSmtpServer } from '#tests/setup/smtp-server.ts'
import { reportOf, type Report } from './report.ts'
import { FaultyShop } from './shop.ts'
import { auditEnd, openStockedShop } from './sqlite-shop.ts'
import { Ledger, startWriters } from './writers.ts'

/** So much is answered for by the released version before its tables are changed, and after; twice as much by both. */
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
 * first machine of an update does, and then has this version serve them beside it, each request by one of them. Chance
 * says which: in turns, a writer on its own would read the terms of one and accept them at the other for ever. Looks whether all that they answered for is there, and whether all e-mails that either one sent say something.
 */
export async function updateUnderLoad(): Promise<Report> {
  const { version, commit } = readRelease()
  const report = reportOf(`version ${version} on the tables of this one, and beside it`, 1)
  const sources = join(mkdtempSync(join(tmpdir(), 'released-')), 'sources')
  git('worktree', 'add', '--detach', sources, commit)
  try {
    symlinkSync(resolve('node_modules'), join(sources, 'node_modules'))
    const smtp = await startSmtpServer()
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Tarvane <post@tarvane.example>' }
    const shop = await openStockedShop(mail, sources)
    const ledger = new Ledger()
    const shops = [shop]
    const front = {
      get url() {
        return shops[Math.floor(Math.random() * shops.length)]!.url
      },
    }
    try {
      const writers = await startWriters([front], ledger)
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
      shops.push(
        await FaultyShop.open({
          ...mail,
          DATABASE_URL: `file:${shop.file}`,
          WORKS_IN: shop.folder,
        }),
      )
      await untilAnswered(ledger.acknowledged + 2 * ANSWERS)
      await writers.stop()
      report.lost.push(...writers.failures)
      await auditEnd(shop, ledger, report)
      report.exits += shops[1]!.exits
      const arrived = await Promise.all(smtp.arrived.map(smtp.read))
      if (arrived.length === 0) report.lost.push('all e-mails')
      for (const { text, messageId } of arrived)
        if (!text?.trim()) report.lost.push(`what the e-mail ${messageId} says`)
    } finally {
      for (const one of shops.reverse()) await one.close()
      await smtp.close()
    }
  } finally {
    git('worktree', 'remove', '--force', sources)
    rmSync(resolve(sources, '..'), { recursive: true, force: true })
  }
  return report
}
