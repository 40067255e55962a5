import { expect, test } from 'vitest'
import { getCustomer, updateCustomer } from '#lib/customers/calls.ts'
import { calculateQuote } from '#lib/quotes/calls.ts'
import { enforceLimits } from '#server/platform/http/limits.ts'
import { takeOfNetwork } from '#server/platform/http/network-budgets.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { token } from '#lib/sign-in/calls.ts'
import { CLIENT, signedIn, signIn } from '#tests/setup/people.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { aRequest, arrive } from '#tests/setup/purchases.ts'
import { browserAt, movedTo } from '#tests/setup/networks.ts'
import { heldSlot, WORKSHOP } from '#tests/setup/services.ts'

const QUOTE = ['quote', aRequest()] as const
const HOLD = ['service/slots/hold', { ...WORKSHOP, startsAt: '2026-12-07T19:00:00.000Z' }] as const

const open = async (env: Record<string, string>) => {
  const db = await databases[0]!.open()
  const app = startApplication(db, { env: { TRUSTED_PROXIES: '1', ...env } })
  await seedDemo(app.deps)
  return { app, db }
}
const post = (
  app: Application,
  ip: string,
  [path, body]: readonly [string, object],
  headers: Record<string, string> = {},
) =>
  app.request(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, ...headers },
    body: JSON.stringify(body),
  })
/** How many of twenty networks, each another by its number, are answered. */
async function answered(app: Application, ipOf: (n: number) => string): Promise<number> {
  let count = 0
  for (let n = 0; n < 20; n++) if ((await post(app, ipOf(n), QUOTE)).ok) count += 1
  return count
}

test.each([
  ['a day', { LIMIT_ANONYMOUS_QUOTES_PER_DAY: '1' }],
  ['a minute', { LIMIT_QUOTES_PER_MINUTE: '1' }],
])('the networks of one IPv6 connection have four times the limit of %s', async (_, env) => {
  const { app, db } = await open(env)
  expect(await answered(app, (n) => `2001:db8:1:${n.toString(16)}::1`)).toBe(4)
  // Another connection, and IPv4, are not held up by it.
  expect((await post(app, '2001:db8:2::1', QUOTE)).ok).toBe(true)
  expect(await answered(app, (n) => `203.0.113.${n}`)).toBe(20)
  await db.destroy()
})

test('of what all networks share, those of one IPv6 connection have no more than one', async () => {
  const { app, db } = await open({
    LIMIT_NETWORK_ADDRESS_QUESTIONS_PER_DAY: '2',
    LIMIT_ADDRESS_QUESTIONS_PER_DAY: '8',
  })
  const actor = { type: 'ANONYMOUS' } as const
  const ask = (ip: string) => takeOfNetwork(app.deps, db, 'addressQuestions', { actor, ip })
  const taken = []
  for (let n = 0; n < 8; n++) taken.push(await ask(`2001:db8:1:${n}::1`))
  expect(taken.filter(Boolean)).toHaveLength(2)
  expect(await ask('2001:db8:2::1')).toBe(true)
  await db.destroy()
})

test('the networks of one IPv6 connection hold four times as many workshop times as one', async () => {
  const { app, db } = await open({ LIMIT_SERVICE_HOLDS_AT_ONCE: '1' })
  const hold = (ip: string) => heldSlot(browserAt(app, ip)).then(() => 'held', String)
  const answers = []
  for (const n of [0, 1, 2, 3, 4, 5]) answers.push(await hold(`2001:db8:1:${n}::1`))
  expect(answers.filter((answer) => answer === 'held')).toHaveLength(4)
  expect(answers[4]).toContain('429')
  expect(await hold('2001:db8:2::1')).toBe('held')
  await db.destroy()
})

test('visitors leave so many kept answers a day, however they let go of what they hold', async () => {
  const { app, db } = await open({ LIMIT_NETWORK_KEPT_ANSWERS_PER_DAY: '3' })
  const held = []
  for (let n = 0; n < 5; n++) {
    const answer = await post(app, '203.0.113.7', HOLD, { 'idempotency-key': `key-${n}` })
    held.push(answer.status)
    const { holdId } = (await answer.json()) as { holdId?: string }
    await app.request(`/api/service/slots/hold/${holdId}`, { method: 'DELETE' })
  }
  expect(held).toEqual([201, 201, 201, 429, 429])
  expect(await db.selectFrom('idempotency').select('key').execute()).toHaveLength(3)
  // The same again is answered as before.
  const again = await post(app, '203.0.113.7', HOLD, { 'idempotency-key': 'key-1' })
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  await db.destroy()
})

test('many new networks do not erase a limit that is used up', async () => {
  const { app, db } = await open({ LIMIT_QUOTES_PER_MINUTE: '1' })
  const enforce = (ip: string) => enforceLimits(app.deps, calculateQuote, { ip })
  // Older and with more calls, but far from their limit.
  for (let n = 0; n < 49; n++)
    for (let calls = 0; calls < 80; calls++)
      enforceLimits(app.deps, getCustomer, { ip: `192.0.2.${n}` })
  enforce('203.0.113.7')
  expect(() => enforce('203.0.113.7')).toThrow('Too many')
  for (let n = 0; n < 20_000; n++) enforce(`198.18.${n >> 8}.${n & 255}`)
  expect(() => enforce('203.0.113.7')).toThrow('Too many')
  await db.destroy()
})

test('a visitor’s flood keeps neither customers nor staff of the address from saving and signing in', async () => {
  const { app, db } = await open({ LIMIT_CHANGES_PER_MINUTE: '20' })
  const ip = '203.0.113.7'
  const [mia, sam] = [await arrive(app), await arrive(app, 'staff@demo.example')]
  const flood = []
  for (let n = 0; n < 25; n++) flood.push((await post(app, ip, ['quote', {}])).status)
  expect(flood.slice(19)).toEqual([400, 429, 429, 429, 429, 429])
  const body = { marketingConsent: true }
  for (const person of [mia, sam]) {
    const params = { id: mia.customerId }
    expect((await movedTo(app, ip, person).call(updateCustomer, { params, body })).ok).toBe(true)
  }
  expect((await signIn(browserAt(app, ip), 'staff@demo.example', SAMPLE_PASSWORD)).ok).toBe(true)

  // Nor does a customer's keep staff.
  const read = { authorization: `Bearer ${mia.accessToken}` }
  for (let n = 0; n < 25; n++) await post(app, ip, ['quote/save', {}], read)
  expect((await post(app, ip, ['quote/save', {}], read)).status).toBe(429)
  const params = { id: mia.customerId }
  expect((await movedTo(app, ip, sam).call(updateCustomer, { params, body })).ok).toBe(true)
  await db.destroy()
})

test('a token that is no good counts for its address', async () => {
  const { app, db } = await open({ LIMIT_CALLS_PER_MINUTE: '5' })
  const bad = { authorization: 'Bearer nothing' }
  const answers = []
  for (let n = 0; n < 7; n++)
    answers.push((await post(app, '203.0.113.7', ['quote/save', {}], bad)).status)
  expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429])
  await db.destroy()
})

test('a session’s calls beyond its limit are refused before it is looked up, and others renew', async () => {
  const { app, db } = await open({ LIMIT_CALLS_PER_MINUTE: '5' })
  const [mia, sam] = [await signedIn(app), await signedIn(app, 'staff@demo.example')]
  const me = async (token: string) =>
    (await app.request('/api/me', { headers: { authorization: `Bearer ${token}` } })).status
  const answers = []
  for (let n = 0; n < 7; n++) answers.push(await me(mia.tokens.access_token))
  expect(answers.slice(-2)).toEqual([429, 429])
  await db
    .updateTable('session')
    .set({ revoked_at: '2026-11-23', revoke_reason: 'signed-out' })
    .where('customer_id', '=', mia.customerId)
    .execute()
  expect(await me(mia.tokens.access_token)).toBe(429)
  for (let n = 0; n < 7; n++) await app.request('/api/models/nothing')
  const renewal = {
    ...CLIENT,
    grant_type: 'refresh_token',
    refresh_token: sam.tokens.refresh_token!,
  }
  expect((await app.browser()(token, { body: renewal })).ok).toBe(true)
  await db.destroy()
})
