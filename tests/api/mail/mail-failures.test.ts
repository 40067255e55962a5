import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { databases } from '#tests/setup/databases.ts'
import {
  letter,
  smtp,
  app,
  start,
  queue,
  rows,
  until,
  untilSent,
  mailServerIsBack,
  startAnew,
  setUpMail,
} from './mail.fixture.ts'
import { HOUR_MS, SECOND_MS } from '#lib/shared/durations.ts'

describe.each(databases)('the mail worker on $name', (database) => {
  setUpMail(database)

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
      waits.push((Date.parse(row!.next_attempt_at) - app.clock.atMs) / SECOND_MS)
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
      app.clock.advance(HOUR_MS)
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
      app.clock.advance(HOUR_MS)
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
    await mailServerIsBack()
    app.clock.advance(HOUR_MS)
    worker.nudge()
    await untilSent(1)
    expect(smtp.arrived).toHaveLength(1)
  })

  test('a wrong password for the server loses no message', async () => {
    const { href } = new URL(smtp.url.replace('//', '//shop:wrong@'))
    startAnew({
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
    app.clock.advance(HOUR_MS)
    worker.nudge()
    await untilSent(1)
    const ids = await Promise.all(
      smtp.arrived.map(async (arrival) => (await smtp.read(arrival)).messageId),
    )
    expect(ids).toEqual(Array(2).fill(`<${(await rows())[0]?.outbox_id}@shop.test>`))
  })

  test('waits for minutes until the server has accepted a message, and sends it once', async () => {
    const setTimeoutOf = Socket.prototype.setTimeout
    // A second counts as ten milliseconds.
    const spy = vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (
      this: Socket,
      ms,
      onTimeout,
    ) {
      return setTimeoutOf.call(this, ms / 100, onTimeout)
    })
    onTestFinished(() => spy.mockRestore())
    smtp.held = setTimeout(1_000)
    await queue(letter())
    start()
    await untilSent(1)
    expect((await rows())[0]).toMatchObject({ attempts: 1, last_error: null })
  })

  test('stops although the server does not answer, and another worker sends the message', async () => {
    let release = () => {}
    smtp.held = new Promise((done) => (release = done))
    await queue(letter())
    const worker = start()
    await until(async () => expect((await rows())[0]?.leased_until).not.toBeNull())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const stopped = worker.stop()
    await vi.advanceTimersByTimeAsync(20 * SECOND_MS)
    await stopped
    vi.useRealTimers()
    expect((await rows())[0]).toMatchObject({ sent_at: null, leased_until: null })
    release()
    app.clock.advance(HOUR_MS)
    start()
    await untilSent(1)
  })

  test('gives up after a day, a code when it no longer works', async () => {
    await queue(letter())
    await queue(letter('sign-in-code'), new Date(app.clock.atMs + 600 * SECOND_MS))
    app.clock.advance(600 * SECOND_MS)
    smtp.behaviour.push('421 later')
    const worker = start()
    await until(async () => {
      const byKind = Object.fromEntries((await rows()).map((row) => [row.kind, row]))
      expect(byKind['sign-in-code']).toMatchObject({ failed_at: expect.any(String) })
      expect(byKind.quote).toMatchObject({ failed_at: null, attempts: 1, leased_until: null })
    })
    app.clock.advance(24 * HOUR_MS)
    worker.nudge()
    await until(async () =>
      expect((await rows()).every(({ failed_at }) => failed_at !== null)).toBe(true),
    )
    expect(smtp.arrived).toEqual([])
  })
})
