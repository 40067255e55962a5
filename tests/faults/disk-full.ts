import { setTimeout as pause } from 'node:timers/promises'
import { getCustomer } from '#lib/customers/calls.ts'
import { calculateQuote } from '#lib/quotes/calls.ts'
import { aRequest } from '#tests/setup/purchases.ts'
import { reportOf, type Report, type Tell } from './report.ts'
import { insist, signedIn, visitor } from './shop.ts'
import { auditEnd, auditNow, openStockedShop } from './sqlite-shop.ts'
import { Ledger, startWriters } from './writers.ts'

/** How long the writers may still find room inside the file. */
const PATIENCE_MS = 20_000

/**
 * Takes all room away from the database again and again while sixteen writers work: writes are refused with
 * 503, reads are answered, and writes succeed again once there is room.
 */
export async function fillDisk(times: number, tell: Tell = () => {}): Promise<Report> {
  const shop = await openStockedShop()
  const ledger = new Ledger()
  const report = reportOf('disk full', times)
  try {
    const writers = await startWriters([shop], ledger)
    const reader = await signedIn([shop], 'customer@demo.example')
    for (let time = 0; time < times; time += 1) {
      await pause(200)
      await shop.suffer({ fault: 'full', isFull: true })
      const untilMs = performance.now() + PATIENCE_MS
      for (let isRefused = false; !isRefused;) {
        const written = await visitor([shop])(calculateQuote, { body: aRequest() })
        if (written.ok) ledger.quotes.push(written.value.quoteId)
        else if ('status' in written.failure && written.failure.status === 503) isRefused = true
        else throw new Error(`on a full disk: ${JSON.stringify(written.failure)}`)
        if (performance.now() > untilMs) throw new Error('the disk does not become full')
      }
      const read = await reader.call(getCustomer, { params: { id: reader.customerId } })
      if (!read.ok) report.torn.push(`reads fail: ${JSON.stringify(read.failure)}`)
      await auditNow(shop, ledger.soFar(), report)
      await shop.suffer({ fault: 'full', isFull: false })
      const { quoteId } = await insist(() => visitor([shop])(calculateQuote, { body: aRequest() }))
      ledger.quotes.push(quoteId)
      tell(time + 1, times)
    }
    await writers.stop()
    report.lost.push(...writers.failures)
    await auditEnd(shop, ledger, report)
  } finally {
    await shop.close()
  }
  report.note = `${ledger.paid.length} purchases paid; without a restart`
  return report
}
