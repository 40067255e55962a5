import { setTimeout as pause } from 'node:timers/promises'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { startSmtpServer, type Behaviour } from '#tests/setup/smtp-server.ts'
import { reportOf, type Report } from './report.ts'
import { FaultyShop, signedIn } from './shop.ts'
import { stepsOf } from './steps.ts'
import { Ledger } from './writers.ts'

/** Longer than any pause of the worker between two tries of these. */
const LATER_MS = 10 * 60_000
const PATIENCE_MS = 40_000

/** What the mail server does with the next message, and how often it may have arrived once all is well again. */
const BEHAVIOURS: [behaviour: Behaviour, arrives: (times: number) => boolean][] = [
  ['421 4.3.2 try again later', (times) => times === 1],
  ['550 5.1.1 no such user', (times) => times === 0],
  ['rcpt 450 4.2.1 mailbox busy', (times) => times === 1],
  ['hang up', (times) => times === 1],
  // It is unknown whether it was accepted, and none may be lost.
  ['take, then hang up', (times) => times >= 1],
]

/**
 * Mails while the mail server refuses, hangs up before and after it took the message, or is not there at all.
 *
 * @param rounds How often each of them.
 */
export async function breakMail(rounds: number): Promise<Report> {
  const smtp = await startSmtpServer()
  const shop = await FaultyShop.open({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Tarvane <post@tarvane.example>',
  })
  const ledger = new Ledger()
  const report = reportOf('mail server', rounds * (BEHAVIOURS.length + 1))
  const db = openSqlite(shop.file)
  let aheadMs = 0
  let repetitions = 0
  try {
    const steps = stepsOf([shop], await signedIn([shop], 'customer@demo.example'))
    const arrivals = (id: string) =>
      smtp.arrived.filter(({ data }) => data.includes(`<${id}@`)).length
    const queueOne = async () => {
      const known = new Set((await outbox()).map(({ id }) => id))
      const { quoteId } = await ledger.write(steps.save)
      await ledger.write(steps.mail(quoteId))
      return (await outbox()).find(({ id }) => !known.has(id))!.id
    }
    const outbox = () =>
      db
        .selectFrom('outbox')
        .select(['outbox_id as id', 'attempts', 'leased_until', 'sent_at', 'failed_at'])
        .where('kind', '=', 'quote')
        .execute()
    const until = async (
      isSo: (row: Awaited<ReturnType<typeof outbox>>[number]) => boolean,
      id: string,
    ) => {
      const untilMs = performance.now() + PATIENCE_MS
      for (;;) {
        const row = (await outbox()).find((one) => one.id === id)!
        if (isSo(row)) return
        if (performance.now() > untilMs) throw new Error(`a message stays: ${JSON.stringify(row)}`)
        await pause(20)
      }
    }
    const isOver = (row: { sent_at: unknown; failed_at: unknown }) =>
      row.sent_at !== null || row.failed_at !== null
    const hasBeenTried = (
      row: Parameters<typeof isOver>[0] & { attempts: number; leased_until: unknown },
    ) => isOver(row) || (row.attempts > 0 && row.leased_until === null)

    for (let round = 0; round < rounds; round += 1) {
      for (const [behaviour, arrives] of BEHAVIOURS) {
        smtp.behaviour.push(behaviour)
        const id = await queueOne()
        await until(hasBeenTried, id)
        await shop.suffer({ fault: 'clock', aheadMs: (aheadMs += LATER_MS) })
        await until(isOver, id)
        const times = arrivals(id)
        if (!arrives(times)) {
          if (times === 0) report.lost.push(`${behaviour}: ${id}`)
          else report.doubled.push(`${behaviour}: ${times} times ${id}`)
        }
        repetitions += Math.max(0, times - 1)
      }
    }
    // Not there at all, for as many messages at once.
    await smtp.close()
    const waiting: string[] = []
    for (let round = 0; round < rounds; round += 1) waiting.push(await queueOne())
    for (const id of waiting) await until(hasBeenTried, id)
    const back = await startSmtpServer(smtp.port)
    await shop.suffer({ fault: 'clock', aheadMs: aheadMs + LATER_MS })
    for (const id of waiting) {
      await until(isOver, id)
      if (!back.arrived.some(({ data }) => data.includes(`<${id}@`)))
        report.lost.push(`away: ${id}`)
    }
    await back.close()
  } finally {
    await db.destroy()
    await shop.close()
    await smtp.close().catch(() => {})
  }
  report.acknowledged = ledger.acknowledged
  report.exits = shop.exits
  report.note = `refused for now and for good, hung up, away; ${repetitions} came twice after an answer that was lost`
  return report
}
