import { setTimeout as pause } from 'node:timers/promises'
import { reportOf, type Report, type Tell } from './report.ts'
import { auditEnd, auditNow, openStockedShop } from './sqlite-shop.ts'
import { Ledger, startWriters } from './writers.ts'

/** Minimum acknowledged requests between kills; the maximum is three times that. */
const ANSWERS = 15
/** Spreads the kills evenly, and alike in every run. */
const GOLDEN = 0.618

/**
 * Ends the process by kill -9 again and again while sixteen writers work, and looks after each time whether all that
 * was answered for is there, whole and once.
 */
export async function killUnderLoad(kills: number, tell: Tell = () => {}): Promise<Report> {
  const shop = await openStockedShop()
  const ledger = new Ledger()
  const report = reportOf('kill -9 under load', kills)
  const gaps: number[] = []
  try {
    const writers = await startWriters([shop], ledger)
    // Who has failed was sixty seconds without an answer: more kills would only fail the others.
    for (let kill = 0; kill < kills && writers.failures.length === 0; kill += 1) {
      const enough = ledger.acknowledged + ANSWERS * (1 + 2 * ((kill * GOLDEN) % 1))
      while (ledger.acknowledged < enough && writers.failures.length === 0) await pause(2)
      await shop.kill()
      const startedMs = performance.now()
      const before = ledger.soFar()
      await shop.restart()
      gaps.push(performance.now() - startedMs)
      await auditNow(shop, before, report)
      tell(kill + 1, kills)
    }
    await writers.stop()
    report.lost.push(...writers.failures)
    // Who has failed asks no more.
    if (writers.failures.length === 0) await auditEnd(shop, ledger, report)
  } finally {
    await shop.close()
  }
  gaps.sort((a, b) => a - b)
  const [median, longest] = [gaps[gaps.length >> 1]!, gaps.at(-1)!].map(Math.round)
  report.note = `${ledger.paid.length} purchases paid; ${ledger.signedOut} times signed out; back after ${median} ms in the median, ${longest} at most`
  return report
}
