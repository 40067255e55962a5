import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { calculateQuote } from '#lib/quotes/calls.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { TIMES } from '#server/processes.ts'
import { LIMITS } from '#server/platform/settings/limits.ts'
import { Storefront } from '#tests/e2e/server.ts'
import { aRequest } from '#tests/setup/purchases.ts'
import { reportOf, type Report, type Tell } from './report.ts'
import { visitor } from './shop.ts'
import { auditNow, stock } from './sqlite-shop.ts'
import { auditFields, auditRepetitions, Ledger, startWriters } from './writers.ts'

/** Minimum acknowledged requests between kills. */
const ANSWERS = 15
const BYSTANDERS = 4
const ANSWER_MS = 10_000
const REPLACED_WITHIN_MS = 30_000

/**
 * Two processes of the built server on one file, of which one is killed again and again under load. Beside the writers,
 * who try again, others ask once and on a connection of their own: only what a killed process had begun may fail them.
 * At the end it is stopped while people ask for prices.
 */
export async function killWorkers(kills: number, tell: Tell): Promise<Report> {
  const report = reportOf('WEB_CONCURRENCY=2, one killed', kills)
  const ledger = new Ledger()
  const storefront = await Storefront.start({
    ...Object.fromEntries(Object.keys(LIMITS).map((name) => [name, '999999999'])),
    WEB_CONCURRENCY: '2',
    LOG_LEVEL: 'info',
  })
  const file = join(storefront.folder, 'storefront.db')
  stock(file)
  /** The processes that were ready, in that order. */
  const ready = () =>
    [...storefront.said.matchAll(/"time":(\d+)[^}]*"process":(\d+)[^}]*a process is ready/g)].map(
      ([, atMs, id]) => ({ id: Number(id), atMs: Number(atMs) }),
    )
  const untilReady = async (count: number) => {
    const untilMs = performance.now() + REPLACED_WITHIN_MS
    while (ready().length < count) {
      if (performance.now() > untilMs) throw new Error(`no process is ready:\n${storefront.said}`)
      await pause(20)
    }
  }
  let killed = 0
  let isOver = false
  const beside = { answered: 0, endedWithProcess: 0 }
  const bystand = async () => {
    while (!isOver) {
      const before = killed
      const fault = await ask(`${storefront.url}/api/model/list`)
      if (fault === null) beside.answered += 1
      else if (fault === 'ECONNRESET' && killed > before) beside.endedWithProcess += 1
      else report.lost.push(`a request that no kill interrupted: ${fault}`)
    }
  }
  try {
    await untilReady(2)
    const bystanders = Array.from({ length: BYSTANDERS }, bystand)
    const writers = await startWriters([storefront], ledger)
    for (; killed < kills; tell(killed, kills)) {
      const enough = ledger.acknowledged + ANSWERS
      while (ledger.acknowledged < enough && writers.failures.length === 0) await pause(2)
      const { id, atMs } = ready().at(-2)!
      // One that ends sooner is a failed start, which is not replaced at once.
      await pause(Math.max(0, atMs + TIMES.provesItselfInMs + 500 - Date.now()))
      killed += 1
      process.kill(id, 'SIGKILL')
      await untilReady(2 + killed)
    }
    isOver = true
    await Promise.all(bystanders)
    await writers.stop()
    report.lost.push(...writers.failures, ...(await auditFields(ledger)))
    const tookMs = await stopUnderLoad(storefront, ledger, report)
    await auditNow({ file }, ledger, report)
    const db = openSqlite(file)
    report.doubled.push(...(await auditRepetitions(db, ledger)))
    await db.destroy()
    report.note = `${ledger.paid.length} purchases paid; of ${beside.answered + beside.endedWithProcess} requests beside, ${beside.endedWithProcess} ended with their process; stopped under load in ${Math.round(tookMs)} ms`
  } finally {
    await storefront.stop()
  }
  report.acknowledged = ledger.acknowledged
  return report
}

/** Asks once, on a connection of its own. Answers what went wrong. */
async function ask(url: string): Promise<string | null> {
  try {
    const request = get(url, { agent: false, signal: AbortSignal.timeout(ANSWER_MS) })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    await once(response.resume(), 'end')
    return response.statusCode === 200 ? null : `answered ${response.statusCode}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

/** Each price that was answered for must be there afterwards. */
async function stopUnderLoad(
  storefront: Storefront,
  ledger: Ledger,
  report: Report,
): Promise<number> {
  const call = visitor([storefront])
  let hasEnded = false
  const people = Array.from({ length: 8 }, async () => {
    while (!hasEnded) {
      const quote = await call(calculateQuote, { body: aRequest() })
      if (!quote.ok) continue
      ledger.acknowledged += 1
      ledger.quotes.push(quote.value.quoteId)
    }
  })
  await pause(500)
  const startedMs = performance.now()
  const code = await storefront.terminate()
  hasEnded = true
  const tookMs = performance.now() - startedMs
  await Promise.all(people)
  if (code !== 0) report.torn.push(`told to stop, it ends with code ${code}`)
  return tookMs
}
