import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { startMailWorker } from '#server/jobs/mail-worker.ts'
import type { QueueWorker } from '#server/jobs/queue-worker.ts'
import type { Mail } from '#server/services/mail/mail.ts'
import { contentOf, enqueueMail, transact } from '#server/services/outbox.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { startSmtpServer, type SmtpServer } from '#tests/setup/smtp-server.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND

const letter = (kind = 'quote', to = 'mia@post.example'): Mail => ({
  kind,
  to,
  subject: 'Kia ora, Māia',
  text: 'A code: 123456\n',
  html: '<p>A code: 123456</p>',
})

describe.each(databases)('the mail worker on $name', ({ open }) => {
  let db: Kysely<Database>
  let smtp: SmtpServer
  let app: Application
  let workers: QueueWorker[]

  beforeEach(async () => {
    db = await open()
    smtp = await startSmtpServer()
    workers = []
    app = startApplication(db, {
      env: { DEMO: 'off', SMTP_URL: smtp.url, MAIL_FROM: 'Tarvane <post@tarvane.example>' },
    })
  })
  afterEach(async () => {
    for (const worker of workers) await worker.stop()
    await smtp.close()
    await db.destroy()
  })

  const start = () => {
    const worker = startMailWorker(app.deps)
    workers.push(worker)
    return worker
  }
  const queue = (mail: Mail | null, giveUpAt?: Date) =>
    transact(app.deps, (trx) => enqueueMail(app.deps, trx, mail, { giveUpAt }))
  const rows = () => db.selectFrom('outbox').selectAll().execute()
  const until = (happens: () => Promise<unknown>) =>
    vi.waitFor(happens, { timeout: 10_000, interval: 10 })
  const untilSent = (count: number) =>
    until(async () =>
      expect((await rows()).filter(({ sent_at }) => sent_at !== null)).toHaveLength(count),
    )

  test('sends a message as soon as its transaction is over', async () => {
    start()
    await queue(letter())
    await untilSent(1)
    const [{ recipients, data } = { recipients: [], data: '' }] = smtp.arrived
    const [row] = await rows()
    expect(recipients).toEqual(['mia@post.example'])
    expect(data).toContain('From: Tarvane <post@tarvane.example>\r\n')
    expect(data).toContain('To: mia@post.example\r\n')
    expect(data).toContain(`Message-ID: <${row?.outbox_id}@shop.test>\r\n`)
    expect(data).toContain('Content-Type: text/plain; charset=utf-8')
    expect(data).toContain('Content-Type: text/html; charset=utf-8')
  })

  test('sends nothing of a transaction that failed', async () => {
    start()
    const failed = transact(app.deps, async (trx) => {
      await enqueueMail(app.deps, trx, letter())
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await queue(letter())
    await untilSent(1)
    expect(smtp.arrived).toHaveLength(1)
  })

  test('sends codes first, and does not keep their text', async () => {
    for (let number = 0; number < 20; number++) await queue(letter())
    await queue(letter('sign-in-code', 'code@post.example'))
    // Five are sent at a time, in whatever order they arrive: what counts is which five are taken first.
    let goOn = () => {}
    smtp.held = new Promise((done) => (goOn = done))
    start()
    await until(async () => {
      const taken = (await rows()).filter(({ leased_until }) => leased_until !== null)
      expect(taken).toHaveLength(5)
      expect(taken.map(({ kind }) => kind)).toContain('sign-in-code')
    })
    goOn()
    await untilSent(21)
    const code = (await rows()).find(({ kind }) => kind === 'sign-in-code')
    expect([code?.sealed, code?.text_body, code?.html_body]).toEqual([null, '', ''])
  })

  test('four workers send each message once', async () => {
    for (let number = 0; number < 40; number++)
      await queue(letter('quote', `n${number}@post.example`))
    for (let number = 0; number < 4; number++) start()
    await untilSent(40)
    const sent = smtp.arrived.map(({ recipients }) => recipients[0])
    expect(sent).toHaveLength(40)
    expect(new Set(sent).size).toBe(40)
  })

  test('tries again after half a minute, a minute, two, and never more than an hour', async () => {
    const waits: number[] = []
    for (let tries = 0; tries < 9; tries++) smtp.behaviour.push(tries % 2 ? 'hang up' : '421 later')
    await queue(letter())
    const worker = start()
    for (let tries = 1; tries <= 9; tries++) {
      await until(async () => {
        const [row] = await rows()
        expect([row?.attempts, row?.leased_until]).toEqual([tries, null])
      })
      const [row] = await rows()
      waits.push((Date.parse(row!.next_attempt_at) - app.clock.atMs) / SECOND)
      app.clock.atMs = Date.parse(row!.next_attempt_at)
      worker.nudge()
    }
    await untilSent(1)
    for (const [tries, wanted] of [30, 60, 120, 240, 480, 960, 1920, 3600, 3600].entries()) {
      expect(waits[tries]).toBeGreaterThanOrEqual(wanted * 0.8)
      expect(waits[tries]).toBeLessThanOrEqual(wanted * 1.2)
    }
    expect(smtp.arrived).toHaveLength(1)
  })

  test('gives up what is refused for good, and says why without the address', async () => {
    smtp.behaviour.push('550 no such person mia@post.example')
    await queue(letter())
    start()
    await until(async () => expect((await rows())[0]?.failed_at).not.toBeNull())
    expect((await rows())[0]).toMatchObject({ sent_at: null, last_error: 'EMESSAGE 550' })
  })

  test.each(['rcpt 450 come back', '451 greylisted', 'rcpt 421 busy'] as const)(
    'tries again what is refused for now: %s',
    async (answer) => {
      smtp.behaviour.push(answer)
      await queue(letter())
      const worker = start()
      await until(async () =>
        expect((await rows())[0]).toMatchObject({ attempts: 1, leased_until: null }),
      )
      expect((await rows())[0]?.last_error).toContain(/\d{3}/.exec(answer)![0])
      app.clock.advance(HOUR)
      worker.nudge()
      await untilSent(1)
      expect(smtp.arrived).toHaveLength(1)
    },
  )

  test.each(['rcpt 550 no such person mia@post.example', '554 looks like spam'] as const)(
    'gives up at once what is refused for good: %s',
    async (answer) => {
      smtp.behaviour.push(answer)
      await queue(letter())
      const worker = start()
      await until(async () => expect((await rows())[0]?.failed_at).not.toBeNull())
      app.clock.advance(HOUR)
      worker.nudge()
      await queue(letter('quote', 'tia@post.example'))
      await untilSent(1)
      expect(smtp.arrived.map(({ recipients }) => recipients)).toEqual([['tia@post.example']])
      expect((await rows()).map(({ last_error }) => last_error).join()).not.toContain('@')
    },
  )

  test('waits for a server that is not there', async () => {
    await smtp.close()
    await queue(letter())
    const worker = start()
    await until(async () =>
      expect((await rows())[0]).toMatchObject({
        attempts: 1,
        leased_until: null,
        last_error: 'ESOCKET',
      }),
    )
    smtp = await startSmtpServer(smtp.port)
    app.clock.advance(HOUR)
    worker.nudge()
    await untilSent(1)
    expect(smtp.arrived).toHaveLength(1)
  })

  test('a wrong password for the server loses no message', async () => {
    const { href } = new URL(smtp.url.replace('//', '//shop:wrong@'))
    app = startApplication(db, {
      env: { DEMO: 'off', SMTP_URL: href, MAIL_FROM: 'post@tarvane.example' },
    })
    await queue(letter())
    start()
    await until(async () => expect((await rows())[0]?.last_error).toBe('EAUTH 535'))
    expect((await rows())[0]).toMatchObject({ failed_at: null, attempts: 1, leased_until: null })
  })

  test('what was taken without a word is sent again as the same message', async () => {
    smtp.behaviour.push('take, then hang up')
    await queue(letter())
    const worker = start()
    await until(async () =>
      expect((await rows())[0]).toMatchObject({ attempts: 1, leased_until: null, sent_at: null }),
    )
    app.clock.advance(HOUR)
    worker.nudge()
    await untilSent(1)
    const ids = await Promise.all(
      smtp.arrived.map(async (arrival) => (await smtp.read(arrival)).messageId),
    )
    expect(ids).toEqual(Array(2).fill(`<${(await rows())[0]?.outbox_id}@shop.test>`))
  })

  test('two workers never send the same message within its lease, however long it takes', async () => {
    let release = () => {}
    smtp.held = new Promise((done) => {
      release = done
    })
    for (let number = 0; number < 5; number++)
      await queue(letter('quote', `n${number}@post.example`))
    const [first, second] = [start(), start()]
    await until(async () =>
      expect((await rows()).every(({ leased_until }) => leased_until !== null)).toBe(true),
    )
    for (let waited = 0; waited < 59; waited++) {
      app.clock.advance(SECOND)
      first.nudge()
      second.nudge()
    }
    await new Promise((done) => setTimeout(done, 100))
    release()
    await untilSent(5)
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1])
    expect(smtp.arrived.map(({ recipients }) => recipients[0]).sort()).toEqual(
      [0, 1, 2, 3, 4].map((number) => `n${number}@post.example`),
    )
  })

  test('gives up after a day, a code when it no longer works', async () => {
    await queue(letter())
    await queue(letter('sign-in-code'), new Date(app.clock.atMs + 600 * SECOND))
    app.clock.advance(600 * SECOND)
    smtp.behaviour.push('421 later')
    const worker = start()
    await until(async () => {
      const byKind = Object.fromEntries((await rows()).map((row) => [row.kind, row]))
      expect(byKind['sign-in-code']).toMatchObject({ failed_at: expect.any(String) })
      expect(byKind.quote).toMatchObject({ failed_at: null, attempts: 1, leased_until: null })
    })
    app.clock.advance(24 * HOUR)
    worker.nudge()
    await until(async () =>
      expect((await rows()).every(({ failed_at }) => failed_at !== null)).toBe(true),
    )
    expect(smtp.arrived).toEqual([])
  })

  test('takes over what a worker that died had begun', async () => {
    await queue(letter())
    await db
      .updateTable('outbox')
      .set({ attempts: 1, leased_until: new Date(app.clock.atMs + 60 * SECOND).toISOString() })
      .execute()
    const worker = start()
    worker.nudge()
    await new Promise((done) => setTimeout(done, 50))
    expect(smtp.arrived).toEqual([])
    app.clock.advance(60 * SECOND + 1)
    worker.nudge()
    await untilSent(1)
  })

  test('a blank costs a row and is never sent', async () => {
    start()
    await queue(null)
    await queue(letter())
    await untilSent(2)
    expect(smtp.arrived).toHaveLength(1)
  })

  test.each([
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example, c@d.example',
    'a@b.example;c@d.example',
    'Mia <a@b.example>',
    '"a b"@c.example',
    'nobody',
    '',
    `${'x'.repeat(250)}@b.example`,
  ])('%j is nobody to send to', async (to) => {
    await expect(queue(letter('quote', to))).rejects.toThrow('one plain e-mail address')
    expect(await rows()).toEqual([])
  })

  test('a subject is one line', async () => {
    const mail = { ...letter(), subject: 'Kia ora\r\nBcc: c@d.example' }
    await expect(queue(mail)).rejects.toThrow('one line')
  })

  test('in a demo what is queued is delivered to the demo’s mailbox', async () => {
    app = startApplication(db)
    start()
    await queue(letter('sign-in-code'))
    await untilSent(1)
    const [row] = await rows()
    expect(contentOf(app.deps, row!).text).toContain('123456')
    expect(smtp.arrived).toEqual([])
  })
})
