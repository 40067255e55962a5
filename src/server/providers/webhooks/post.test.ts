import { afterEach, beforeEach, expect, test } from 'vitest'
import { startHttpServer, type HttpServer } from '#tests/setup/http-server.ts'
import { post, publicLookup, urlProblem, type WebhookSettings } from './post.ts'

const OPEN: WebhookSettings = { allowsPrivate: true, allowsHttp: true }
const GUARDED: WebhookSettings = { allowsPrivate: false, allowsHttp: true }
const STRICT: WebhookSettings = { allowsPrivate: false, allowsHttp: false }

let server: HttpServer
beforeEach(async () => {
  server = await startHttpServer(() => ({}))
})
afterEach(() => server.close())

const send = (url = server.url, settings = OPEN, timeoutMs?: number) =>
  post(url, { 'webhook-id': 'e1' }, '{"id":"e1"}', settings, timeoutMs)

test('posts the body with its headers', async () => {
  expect(await send(`${server.url}/hooks?shop=1`)).toBe(200)
  expect(server.asked).toMatchObject([
    { method: 'POST', path: '/hooks', query: { shop: '1' }, body: '{"id":"e1"}' },
  ])
  expect(server.asked[0]!.headers).toMatchObject({ 'webhook-id': 'e1', 'content-length': '11' })
})

test('follows no redirect', async () => {
  server.answer = () => ({ status: 307, headers: { location: '/elsewhere' } })
  expect(await send()).toBe(307)
  expect(server.asked).toHaveLength(1)
})

test('does not read a long answer', async () => {
  server.answer = () => ({ body: 'x'.repeat(10_000_000) })
  expect(await send()).toBe(200)
})

test('ends at its time limit', async () => {
  server.answer = () => new Promise(() => {})
  await expect(send(server.url, OPEN, 50)).rejects.toThrow('ETIMEDOUT')
})

test('fails with a code for the reason', async () => {
  server.answer = () => ({ hangsUp: true })
  await expect(send()).rejects.toThrow('ECONNRESET')
})

test.each([{ all: true }, { all: false }])(
  'a name that leads to this machine is not resolved, %j',
  async (options) => {
    const error = await new Promise((done) => publicLookup('localhost', options, done))
    expect(String(error)).toContain('EPRIVATE')
  },
)

test('does not connect to an address of this machine', async () => {
  await expect(send(server.url, GUARDED)).rejects.toThrow('EPRIVATE')
  expect(server.asked).toEqual([])
})

test.each<[string, WebhookSettings, string | null]>([
  ['https://dms.example/hooks?shop=1', STRICT, null],
  ['http://dms.example/hooks', STRICT, 'is not https'],
  ['http://dms.example/hooks', OPEN, null],
  ['ftp://dms.example', OPEN, 'is not https'],
  ['https://user:secret@dms.example', OPEN, 'has a user or a fragment'],
  ['https://dms.example/#x', OPEN, 'has a user or a fragment'],
  ['dms.example', OPEN, 'is not an address'],
  [`https://dms.example/${'x'.repeat(500)}`, OPEN, 'is not an address'],
  ['https://localhost/', STRICT, 'is not on the internet'],
  ['https://127.0.0.1/', STRICT, 'is not on the internet'],
  ['https://0x7f000001/', STRICT, 'is not on the internet'],
  ['https://2130706433/', STRICT, 'is not on the internet'],
  ['https://[::1]/', STRICT, 'is not on the internet'],
  ['https://[::ffff:127.0.0.1]/', STRICT, 'is not on the internet'],
  ['https://169.254.169.254/latest', STRICT, 'is not on the internet'],
  ['https://8.8.8.8/', STRICT, null],
  ['https://127.0.0.1/', OPEN, null],
])('%s: %j: %s', (url, settings, problem) => {
  expect(urlProblem(url, settings)).toBe(problem)
})
