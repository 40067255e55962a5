import { reportOf, type Report } from './report.ts'
import { auditEnd, openStockedShop } from './sqlite-shop.ts'
import { actsOfEverybody, Ledger } from './writers.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'

/** Where the server's clock is put, one after the other. */
const JUMPS_MS = [1, -1, 24, -24, 0, 13 * 24, 0].map((hours) => hours * HOUR_MS)

/** Moves the server's clock forwards and back: who was signed in still is, and all that people do can be done. */
export async function jumpClock(): Promise<Report> {
  const shop = await openStockedShop()
  const ledger = new Ledger()
  const report = reportOf('clock jumps', JUMPS_MS.length)
  try {
    const acts = await actsOfEverybody([shop], ledger)
    for (const aheadMs of JUMPS_MS) {
      await shop.suffer({ fault: 'clock', aheadMs })
      for (const act of acts)
        await act().catch((error: Error) =>
          report.lost.push(`at ${aheadMs / HOUR_MS} hours: ${error.message}`),
        )
    }
    await auditEnd(shop, ledger, report)
  } finally {
    await shop.close()
  }
  report.note = `from a day back to 13 days ahead; ${ledger.paid.length} purchases paid`
  return report
}
