import { afterEach, beforeEach, expect, test } from 'vitest'
import { startHttpServer, type Answered, type HttpServer } from '#tests/setup/http-server.ts'
import { ProviderUnavailable } from '../ask.ts'
import { jsonValuation } from './json-valuation.ts'

let answer: Answered
let server: HttpServer
beforeEach(async () => {
  server = await startHttpServer(() => answer)
})
afterEach(() => server.close())

const golf = {
  registration: 'CBC193',
  vin: 'WVWZZZ1KZ4W084761',
  make: 'VOLKSWAGEN',
  model: 'GOLF',
  year: 2004,
  odometerKm: 148_974,
}
const value = () => jsonValuation({ url: `${server.url}/v1`, key: 'k' }).value(golf)

test('sends what the register knows of a car, and nothing more', async () => {
  answer = { body: { lowCents: 300_000, highCents: 400_000, source: 'auctions' } }
  expect(await value()).toEqual({ lowCents: 300_000, highCents: 400_000 })
  expect(server.asked).toMatchObject([{ method: 'POST', path: '/v1/valuations' }])
  expect(server.asked[0]!.headers.authorization).toBe('Bearer k')
  expect(JSON.parse(server.asked[0]!.body)).toEqual(golf)
})

test('a car it does not value has none', async () => {
  answer = { status: 404, body: null }
  expect(await value()).toBeNull()
})

test.each<[string, Answered]>([
  ['is out of order', { status: 500, body: {} }],
  ['answers something else', { body: { value: 12 } }],
  ['answers fractions of cents', { body: { lowCents: 1.5, highCents: 2 } }],
  ['answers a range that ends before it begins', { body: { lowCents: 2, highCents: 1 } }],
])('is not available when it %s', async (_, given) => {
  answer = given
  await expect(value()).rejects.toThrow(ProviderUnavailable)
})
