import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { Storefront } from './server.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

let storefront: Storefront
let metricsPort: number

test.beforeEach(async () => {
  metricsPort = await freePort()
  storefront = await Storefront.start({
    WEB_CONCURRENCY: '2',
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
  })
  await expect.poll(() => ready()).toHaveLength(2)
})

test.afterEach(() => storefront.stop())

/** The ids of the processes that have been ready. */
const ready = () =>
  [...storefront.said.matchAll(/"process":(\d+)[^}]*a process is ready/g)].map(([, id]) =>
    Number(id),
  )

/** Asks on a connection of its own, so that either process may answer. */
async function post(path: string, body: object): Promise<unknown> {
  const asked = request(`${storefront.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    agent: false,
  })
  asked.end(JSON.stringify(body))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  return json(response)
}
const quote = () =>
  post('/api/quote', { kdcd: 'TN27H-A', colourCode: 'BLD', payOption: 'CASH' }) as Promise<{
    created: string
  }>

test('greets once, replaces a process that is killed, and ends in good order', async () => {
  expect(storefront.said.match(/The storefront is open/g)).toHaveLength(1)

  process.kill(ready()[0]!, 'SIGKILL')
  await expect.poll(() => ready()).toHaveLength(3)
  for (let count = 0; count < 10; count += 1) await quote()

  expect(storefront.said.match(/The storefront is open/g)).toHaveLength(1)
  expect(await storefront.terminate()).toBe(0)
})

test('what cannot be started again is tried on beside a process that serves, and ends the whole without one', async () => {
  rmSync(join(storefront.folder, 'storefront.db.secret'))
  const failures = () => storefront.said.match(/ended before it was ready/g)?.length ?? 0

  process.kill(ready()[0]!, 'SIGKILL')
  await expect.poll(failures, { timeout: 40_000 }).toBeGreaterThan(3)
  expect(storefront.exitCode).toBe(null)
  await quote()

  process.kill(ready()[1]!, 'SIGKILL')
  await expect.poll(() => storefront.exitCode, { timeout: 40_000 }).toBe(1)
  expect(storefront.said).toContain('SECRET_KEY is not the one this database was written with')
})

test('each process tells its figures on a port of its own', async () => {
  for (const port of [metricsPort, metricsPort + 1]) {
    const figures = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(await figures.text()).toContain('process_resident_memory_bytes')
  }
})

test('the failure lab moves the clock of all of them, and of those that come later', async () => {
  await post('/api/demo/lab', { experiment: 'clock-day' })
  const allAreAhead = async () => {
    const quotes = await Promise.all(Array.from({ length: 20 }, quote))
    return quotes.every(({ created }) => Date.parse(created) > Date.now() + DAY_MS / 2)
  }

  await expect.poll(allAreAhead).toBe(true)
  process.kill(ready()[0]!, 'SIGKILL')
  await expect.poll(() => ready()).toHaveLength(3)
  expect(await allAreAhead()).toBe(true)
})
