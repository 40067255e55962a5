import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { contentOf, enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  letter,
  db,
  smtp,
  app,
  start,
  queue,
  rows,
  until,
  untilSent,
  startAnew,
  setUpMail,
} from './mail.fixture.ts'
import { SECOND_MS } from '#lib/shared/durations.ts'

describe.each(databases)('the mail worker on $name', (database) => {
  setUpMail(database)

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
    expect(code?.sealed).toBeNull()
  })

  test('sends news after all that someone waits for', async () => {
    for (let number = 0; number < 20; number++) await queue(letter('watch-changed'))
    await queue(letter('purchase-confirmed'))
    let goOn = () => {}
    smtp.held = new Promise((done) => (goOn = done))
    start()
    await until(async () => {
      const taken = (await rows()).filter(({ leased_until }) => leased_until !== null)
      expect(taken.map(({ kind }) => kind)).toContain('purchase-confirmed')
    })
    goOn()
    await untilSent(21)
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

  test('two workers never send the same message, however long the mail server takes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
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
    for (let minutes = 0; minutes < 10; minutes += 0.5) {
      app.clock.advance(30 * SECOND_MS)
      await vi.advanceTimersByTimeAsync(30 * SECOND_MS)
      await until(async () => {
        for (const { leased_until } of await rows())
          expect(Date.parse(leased_until!)).toBeGreaterThan(app.clock.atMs + 30 * SECOND_MS)
      })
      first.nudge()
      second.nudge()
    }
    release()
    await untilSent(5)
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1])
    expect(smtp.arrived.map(({ recipients }) => recipients[0]).sort()).toEqual(
      [0, 1, 2, 3, 4].map((number) => `n${number}@post.example`),
    )
  })

  test('takes over what a worker that died had begun', async () => {
    await queue(letter())
    await db
      .updateTable('outbox')
      .set({ attempts: 1, leased_until: new Date(app.clock.atMs + 60 * SECOND_MS).toISOString() })
      .execute()
    const worker = start()
    worker.nudge()
    await new Promise((done) => setTimeout(done, 50))
    expect(smtp.arrived).toEqual([])
    app.clock.advance(60 * SECOND_MS + 1)
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
  ])('%j is not an address to send to', async (to) => {
    await expect(queue(letter('quote', to))).rejects.toThrow('one plain email address')
    expect(await rows()).toEqual([])
  })

  test('a subject is one line', async () => {
    const mail = { ...letter(), subject: 'Kia ora\r\nBcc: c@d.example' }
    await expect(queue(mail)).rejects.toThrow('one line')
  })

  test('in a demo what is queued is delivered to the demo’s mailbox', async () => {
    startAnew()
    start()
    await queue(letter('sign-in-code'))
    await untilSent(1)
    const [row] = await rows()
    expect(contentOf(app.deps, row!).text).toContain('123456')
    expect(smtp.arrived).toEqual([])
  })
})
