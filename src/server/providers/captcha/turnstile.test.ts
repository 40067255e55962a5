import { afterEach, beforeEach, expect, test } from 'vitest'
import { startHttpServer, type Answered, type HttpServer } from '#tests/setup/http-server.ts'
import { turnstile } from './turnstile.ts'

const VERDICT = {
  success: true,
  'error-codes': [],
  challenge_ts: '2026-11-23T01:00:00.000Z',
  hostname: 'shop.test',
  action: '',
  cdata: '',
  metadata: { interactive: false },
}

let server: HttpServer
const judge = () => turnstile({ url: `${server.url}/turnstile/v0/siteverify`, secret: 'hush' })

beforeEach(async () => {
  server = await startHttpServer(() => ({ body: VERDICT }))
})
afterEach(() => server.close())

test('asks Turnstile without data about the visitor', async () => {
  expect(await judge().isRight('answer-of-the-widget')).toBe(true)
  expect(server.asked).toMatchObject([
    {
      method: 'POST',
      path: '/turnstile/v0/siteverify',
      body: 'secret=hush&response=answer-of-the-widget',
    },
  ])
})

test.each(['invalid-input-response', 'timeout-or-duplicate', 'missing-input-response'])(
  'an answer that Turnstile refuses is wrong: %s',
  async (code) => {
    server.answer = () => ({ body: { ...VERDICT, success: false, 'error-codes': [code] } })
    expect(await judge().isRight('token')).toBe(false)
  },
)

test('an answer of an impossible form is wrong without a request', async () => {
  expect([await judge().isRight(''), await judge().isRight('x'.repeat(2049))]).toEqual([
    false,
    false,
  ])
  expect(server.asked).toEqual([])
})

test.each<Answered>([
  { body: { success: false, 'error-codes': ['invalid-input-secret'] } },
  { body: { success: true, 'error-codes': ['internal-error'] } },
  { body: { success: 'true' } },
  { body: {} },
  { body: 'null' },
  { status: 500, body: VERDICT },
  { status: 503, body: 'Sorry' },
  { hangsUp: true },
])('accepts no answer when Turnstile returns %j', async (answer) => {
  server.answer = () => answer
  await expect(judge().isRight('token')).rejects.toThrow(
    'The security check is not available right now.',
  )
})
