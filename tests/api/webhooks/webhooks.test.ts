import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordReceipt } from '#lib/payments/calls.ts'
import { cancelPurchase } from '#lib/purchases/calls.ts'
import { cancelServiceBooking } from '#lib/service/calls.ts'
import { WEBHOOK_EVENTS } from '#server/webhooks/events.ts'
import { admin } from '../../../scripts/admin.ts'
import { claimDeliveries } from '#server/webhooks/queries.ts'
import type { QueueWorker } from '#server/platform/jobs/queue-worker.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { startWebhookWorker } from '#server/webhooks/webhook-worker.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startHttpServer, type HttpServer } from '#tests/setup/http-server.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed } from '#tests/setup/purchases.ts'
import { bookedService } from '#tests/setup/services.ts'
import { app, db, restart, setUpEmpty } from '#tests/setup/suite.ts'
import { HOUR_MS, SECOND_MS } from '#lib/shared/durations.ts'

const ALL = Object.keys(WEBHOOK_EVENTS).join()

describe.each(databases)('webhooks on $name', (database) => {
  let server: HttpServer
  let workers: QueueWorker[]

  setUpEmpty(database)
  beforeEach(async () => {
    server = await startHttpServer(() => ({}))
    workers = []
  })
  afterEach(async () => {
    // A waiting caller gets no answer.
    await server.close()
    for (const worker of workers) await worker.stop()
  })

  const start = () => {
    const worker = startWebhookWorker(app.deps)
    workers.push(worker)
    return worker
  }
  const run = async (...args: string[]) => (await admin(app.deps, ['webhook', ...args])).text
  const listen = async (path = '/', events = ALL) => {
    const text = await run('add', `${server.url}${path}`, '--events', events)
    return {
      endpointId: /endpoint +(\S+)/.exec(text)![1]!,
      secret: /secret +whsec_(\S+)/.exec(text)![1]!,
    }
  }
  const happen = (purchaseJourneyId: string, status = 'CONFIRMED') =>
    transact(app.deps, (trx) =>
      enqueueWebhook(trx, {
        type: 'purchase.status-changed',
        at: app.clock.now().toISOString(),
        purchaseJourneyId,
        status,
      }),
    )
  const rows = () => db.selectFrom('webhook_delivery').selectAll().orderBy('delivery_id').execute()
  const until = (happens: () => unknown) => vi.waitFor(happens, { timeout: 10_000, interval: 10 })
  const untilSent = (count: number) =>
    until(async () =>
      expect((await rows()).filter(({ sent_at }) => sent_at !== null)).toHaveLength(count),
    )
  const untilTried = (tries: number) =>
    until(async () =>
      expect((await rows())[0]).toMatchObject({ attempts: tries, leased_until: null }),
    )
  const told = () =>
    server.asked.map(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { status: string } }
      return `${type} ${data.status}`
    })

  test('are signed, and say what happened to which purchase, and nothing of a person', async () => {
    const { secret, endpointId } = await listen('/hooks', 'purchase.status-changed')
    start()
    await happen('j1')
    await untilSent(1)
    const [{ path, headers, body } = server.asked[0]!] = server.asked
    const id = headers['webhook-id']
    expect(path).toBe('/hooks')
    expect(JSON.parse(body)).toEqual({
      id,
      type: 'purchase.status-changed',
      occurred: '2026-11-23T01:00:00.000Z',
      data: { purchaseJourneyId: 'j1', status: 'CONFIRMED' },
    })
    const timeS = Date.parse('2026-11-23T01:00:00Z') / 1000
    expect(headers['webhook-timestamp']).toBe(String(timeS))
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timeS}.${body}`).digest('base64')}`,
    )
    const stored = await db.selectFrom('webhook_endpoint').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(await run('log', endpointId)).toMatch(
      /^2026-11-23T01:00:00.000Z {2}200 {2}\d+ ms {2}purchase.status-changed {2}\S+$/,
    )
  })

  test('follow what happens to a purchase and a booking, in order', async () => {
    await seedDemo(app.deps)
    await listen()
    start()
    const [mia, sam] = [await arrive(app), await arrive(app, 'staff@demo.example')]
    const { id, paymentMetadata } = await confirmed(mia)
    const receipt = {
      source: 'BANKTRF',
      amountCents: paymentMetadata.depositCents,
      reference: 'R1',
    } as const
    valueOf(await sam.call(recordReceipt, { params: { id }, body: receipt }))
    valueOf(await mia.call(cancelPurchase, { params: { id } }))
    await untilSent(3)
    expect(told()).toEqual([
      'purchase.status-changed CONFIRMED',
      'payment.settled PAID',
      'purchase.status-changed CANCELLED',
    ])
    const bookingId = await bookedService(mia.call)
    valueOf(await mia.call(cancelServiceBooking, { params: { id: bookingId } }))
    await untilSent(5)
    expect(told().slice(3)).toEqual(['booking.made BOOKED', 'booking.cancelled CANCELLED'])
    const sent = server.asked.map(({ body }) => body).join()
    for (const personal of ['Mia', 'Harris', 'demo.example', '+64', 'TOI101'])
      expect(sent).not.toContain(personal)
  })

  test('go only where they are wanted, and not from what was rolled back', async () => {
    await listen('/bookings', 'booking.made')
    const { endpointId } = await listen('/off', 'purchase.status-changed')
    await run('off', endpointId)
    const failed = transact(app.deps, async (trx) => {
      await enqueueWebhook(trx, {
        type: 'booking.made',
        at: app.clock.now().toISOString(),
        bookingId: 'b1',
      })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await happen('j1')
    expect(await rows()).toEqual([])
    await run('on', endpointId)
    await happen('j1')
    expect(await rows()).toMatchObject([{ endpoint_id: endpointId }])
  })

  test('are tried again after a failure, with the same id, and hold up what is about the same', async () => {
    server.answer = ({ body }) => ({ status: body.includes('j1') ? 500 : 204 })
    const { endpointId } = await listen()
    await happen('j1', 'CONFIRMED')
    await happen('j1', 'CANCELLED')
    await happen('j2', 'CONFIRMED')
    const worker = start()
    await untilSent(1)
    await untilTried(1)
    expect((await rows()).map(({ last_error, attempts }) => [last_error, attempts])).toEqual([
      ['HTTP 500', 1],
      [null, 0],
      [null, 1],
    ])
    server.answer = () => ({ hangsUp: true })
    app.clock.advance(HOUR_MS)
    worker.nudge()
    await untilTried(2)
    expect((await rows())[0]!.last_error).toBe('ECONNRESET')
    server.answer = () => ({})
    app.clock.advance(HOUR_MS)
    worker.nudge()
    await untilSent(3)
    expect(told()).toEqual([
      'purchase.status-changed CONFIRMED',
      'purchase.status-changed CONFIRMED',
      'purchase.status-changed CONFIRMED',
      'purchase.status-changed CONFIRMED',
      'purchase.status-changed CANCELLED',
    ])
    const ids = server.asked
      .filter(({ body }) => body.includes('j1') && body.includes('CONFIRMED'))
      .map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
    expect((await run('log', endpointId)).split('\n').map((line) => line.split(/ +/)[1])).toEqual([
      '200',
      '200',
      'ECONNRESET',
      '204',
      '500',
    ])
  })

  test('an endpoint that does not answer holds up no other', async () => {
    server.answer = ({ path }) => (path === '/slow' ? new Promise(() => {}) : {})
    await listen('/slow')
    await listen('/quick')
    for (let number = 0; number < 5; number++) await happen(`j${number}`)
    start()
    await untilSent(5)
    expect(server.asked.filter(({ path }) => path === '/slow')).toHaveLength(1)
  })

  test('arrive again after a crash between sending and noting it', async () => {
    await listen()
    await happen('j1')
    const now = app.clock.now()
    const lease = {
      now: now.toISOString(),
      leasedUntil: new Date(now.getTime() + 60 * SECOND_MS).toISOString(),
      most: 5,
    }
    expect(await claimDeliveries(db, lease)).toHaveLength(1)
    expect(await claimDeliveries(db, lease)).toHaveLength(0)
    const worker = start()
    app.clock.advance(60 * SECOND_MS)
    worker.nudge()
    app.clock.advance(1)
    worker.nudge()
    await untilSent(1)
    expect((await rows())[0]!.attempts).toBe(2)
  })

  test('four workers send each once', async () => {
    for (const path of ['/a', '/b', '/c']) await listen(path)
    for (let number = 0; number < 10; number++) await happen(`j${number % 3}`)
    for (let number = 0; number < 4; number++) start()
    await untilSent(30)
    const sent = server.asked.map(({ path, headers }) => `${path} ${headers['webhook-id']}`)
    expect(sent).toHaveLength(30)
    expect(new Set(sent).size).toBe(30)
  })

  test('are given up after a day, can be listed, and tried for another', async () => {
    server.answer = () => ({ status: 307, headers: { location: '/elsewhere' } })
    const { endpointId } = await listen()
    await happen('j1')
    const worker = start()
    await untilTried(1)
    app.clock.advance(24 * HOUR_MS)
    worker.nudge()
    await until(async () => expect((await rows())[0]!.failed_at).not.toBeNull())
    expect(server.asked).toHaveLength(1)
    expect(await run('failed')).toMatch(
      new RegExp(`^1 {2}${endpointId} {2}purchase.status-changed .* 2 tries {2}HTTP 307$`),
    )
    server.answer = () => ({})
    expect(await run('replay', '99')).toContain('like that has failed')
    expect(await run('replay', 'x')).toContain('the number of a delivery')
    expect(await run('replay', 'all')).toBe('1 queued again.')
    worker.nudge()
    await untilSent(1)
    expect(await run('failed')).toBe('Nothing has failed for good.')
    app.clock.advance(30 * 24 * HOUR_MS)
    await forgetOld(app.deps)
    expect(await rows()).toEqual([])
    expect(await run('log', endpointId)).toBe('Nothing has been sent yet.')
  })

  test('are signed with a new secret from the next on', async () => {
    const { endpointId, secret } = await listen()
    const renewed = /secret +whsec_(\S+)/.exec(await run('secret', endpointId))![1]!
    expect(renewed).not.toBe(secret)
    start()
    await happen('j1')
    await untilSent(1)
    const { headers, body } = server.asked[0]!
    const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', Buffer.from(renewed, 'base64')).update(text).digest('base64')}`,
    )
    expect(await run('list')).toBe(
      `${endpointId}  on  ${server.url}/  ${ALL.replaceAll(',', ', ')}`,
    )
    const audited = await db.selectFrom('audit').select(['action']).orderBy('seq').execute()
    expect(audited.map(({ action }) => action)).toEqual(['createWebhook', 'renewWebhookSecret'])
  })

  test('an unsafe address is refused as an endpoint', async () => {
    restart({ env: { DEMO: 'off' } })
    const wrong: [args: string[], why: string][] = [
      [['add', 'https://10.0.0.1/', '--events', ALL], 'is not on the internet'],
      [['add', 'http://dms.example/', '--events', ALL], 'is not https'],
      [['add', 'https://dms.example/', '--events', 'everything'], 'there is no "everything"'],
      [['add', 'https://dms.example/', '--events', 'none'], 'at least one'],
      [['off', 'webhook-unknown'], 'There is no endpoint'],
      [['secret', 'webhook-unknown'], 'There is no endpoint'],
      [['log', 'webhook-unknown'], 'There is no endpoint'],
    ]
    for (const [args, why] of wrong) expect(await run(...args)).toContain(why)
    expect(await run('list')).toBe('There are no endpoints.')
  })
})
