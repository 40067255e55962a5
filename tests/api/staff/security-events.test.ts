import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getCustomer } from '#lib/customers/calls.ts'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { NETWORK_COMMANDS } from '../../../scripts/admin/networks.ts'
import { Typed } from '../../../scripts/admin/command.ts'
import type { Db } from '#server/database.ts'
import { networkId } from '#server/platform/http/network.ts'
import { openLog } from '#server/platform/log.ts'
import { SECURITY_EVENTS } from '#server/platform/security-events.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { CLIENT, signedIn, signIn } from '#tests/setup/people.ts'
import { arrive, started } from '#tests/setup/purchases.ts'
import { withAuthenticator } from '#tests/setup/second-factor.ts'

const MIA = 'customer@demo.example'

let db: Db
let app: Application
let written = ''
const events = (): Record<string, unknown>[] =>
  written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event !== undefined)

beforeEach(async () => {
  written = ''
  db = await databases[0]!.open()
  const log = openLog('info', { write: (line) => void (written += line) })
  app = startApplication(db, {
    deps: { log },
    env: { LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: '2', LIMIT_TOKEN_PER_MINUTE: '20' },
  })
  await seedDemo(app.deps)
})
afterEach(() => db.destroy())

test('who signs in is logged by number, and who could not by a hash of the address', async () => {
  const { customerId } = await signedIn(app, MIA)
  await signIn(app.browser(), MIA, 'not the password')
  await signIn(app.browser(), ` ${MIA.toUpperCase()}`, '000000')
  await signIn(app.browser(), 'nobody@cars.example', 'not the password')

  const [right, wrong, code, unknown] = events()
  expect(right).toMatchObject({ event: 'sign_in', actor: `customer:${customerId}` })
  expect(wrong).toMatchObject({ event: 'sign_in_failed', by: 'password' })
  expect(code).toMatchObject({ event: 'sign_in_failed', by: 'code', account: wrong!.account })
  expect(unknown!.account).not.toBe(wrong!.account)
  expect(written).not.toMatch(/demo\.example|cars\.example|not the password|000000/i)
  expect(written).not.toContain(SAMPLE_PASSWORD)
})

test('a limit that is reached is logged once, however many calls come after it', async () => {
  for (let tries = 0; tries < 5; tries++) await signIn(app.browser(), MIA, 'not the password')

  const limited = () => events().filter(({ event }) => event === 'limited')
  expect(limited()).toMatchObject([{ limit: 'LIMIT_PASSWORD_FAILURES_PER_15_MINUTES' }])

  for (let calls = 0; calls < 25; calls++)
    await app.request('/api/auth/token', { method: 'POST', body: new URLSearchParams(CLIENT) })
  expect(limited()).toMatchObject([{}, { limit: 'LIMIT_TOKEN_PER_MINUTE' }])
})

test('a request for another person’s record is logged, and one for a record they may read is not', async () => {
  const mia = await signedIn(app, MIA)
  written = ''
  await mia.call(getCurrentUser)
  await mia.call(getCustomer, { params: { id: String(mia.customerId) } })
  expect(events()).toEqual([])

  await mia.call(getCustomer, { params: { id: String(mia.customerId + 1) } })
  expect(events()).toMatchObject([
    { event: 'refused', action: 'getCustomer', actor: `customer:${mia.customerId}`, status: 403 },
  ])
})

test('another’s purchase is logged though it is answered as if it were not there, and what is nowhere is not', async () => {
  const { id } = await started(await arrive(app, MIA))
  const other = await arrive(app, 'hemi.potae@demo.example')
  written = ''
  await other.call(getPurchaseJourney, { params: { id: 'nowhere' } })
  expect(events()).toEqual([])

  await other.call(getPurchaseJourney, { params: { id } })
  expect(events()).toMatchObject([{ event: 'refused', action: 'getPurchaseJourney', status: 404 }])
})

test('a machine client is logged where its secret is wrong', async () => {
  const body = new URLSearchParams({ client_id: 'x', client_secret: 'y', grant_type: 'token' })
  await app.request('/api/auth/token', { method: 'POST', body })
  expect(events()).toMatchObject([{ event: 'sign_in_failed', by: 'client' }])
})

test('a wrong code behind the password of staff is logged', async () => {
  const email = 'staff@demo.example'
  const { code } = await withAuthenticator(app, await arrive(app, email))
  written = ''
  const wrong = code() === '000000' ? '000001' : '000000'
  await signIn(app.browser(), email, SAMPLE_PASSWORD + wrong)
  expect(events()[0]).toMatchObject({ event: 'second_factor_wrong', staffId: 1 })
  expect(events()[0]!.network).toMatch(/^[\w-]{16}$/)
})

test('an old refresh token that comes again is logged with its session', async () => {
  const token = (await signedIn(app, MIA)).tokens.refresh_token!
  const refresh = () =>
    app.request('/api/auth/token', {
      method: 'POST',
      body: new URLSearchParams({
        ...CLIENT,
        grant_type: 'refresh_token',
        refresh_token: token,
      }),
    })
  await refresh()
  app.clock.advance(30_001)
  written = ''
  await refresh()
  const sessionId = /^r1_([\w-]+)\./.exec(token)![1]
  expect(events()).toMatchObject([{ event: 'refresh_token_reuse', sessionId }])
})

describe('the network that an event came from', () => {
  const from = (address: string, fields: Record<string, string> = {}) =>
    app.request('/api/auth/token', {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: new URLSearchParams({
        ...CLIENT,
        grant_type: 'password',
        username: MIA,
        password: 'not the password',
        ...fields,
      }),
    })
  const networks = () => events().map(({ network }) => network)

  beforeEach(async () => {
    const { log } = app.deps
    app = startApplication(db, { deps: { log }, env: { TRUSTED_PROXIES: '1' } })
    app.clock.atMs = Date.parse('2026-11-30T23:59:00Z')
  })

  test('has one name in each event, and its address in none', async () => {
    await from('203.0.113.7')
    await from('203.0.113.7', { password: '000000' })
    await from('203.0.113.7', { grant_type: 'token', token: 'x' })
    await from('203.0.113.7', { client_secret: 'wrong' })
    await from('203.0.113.7', { password: SAMPLE_PASSWORD })
    await from('203.0.113.8')
    const [first, ...others] = networks()
    expect(first).toMatch(/^[\w-]{16}$/)
    expect(others.slice(0, -1)).toEqual(Array(4).fill(first))
    expect(others.at(-1)).not.toBe(first)
    expect(written).not.toContain('203.0.113')
  })

  test('is the same for all addresses of one IPv6 network', async () => {
    await from('2001:db8:1:2::7')
    await from('2001:db8:1:2:ffff::8')
    await from('2001:db8:1:3::7')
    const [one, same, other] = networks()
    expect(same).toBe(one)
    expect(other).not.toBe(one)
  })

  test('has another name next month, and an operator finds both by the address', async () => {
    await from('203.0.113.7')
    app.clock.advance(60_000)
    await from('203.0.113.7')
    expect(networks()).toEqual([
      networkId(app.deps.keys, '203.0.113.7', new Date('2026-11-01T00:00:00Z')),
      networkId(app.deps.keys, '203.0.113.7', new Date('2026-12-01T00:00:00Z')),
    ])
    expect(new Set(networks()).size).toBe(2)
    const typed = new Typed(['203.0.113.7', '2026-11'], {})
    expect(await NETWORK_COMMANDS.network!.run(app.deps, typed)).toBe(
      `203.0.113.7 is ${networks()[0]} in the log of 2026-11.`,
    )
  })

  test.each([
    [['somewhere', '2026-11'], '"somewhere" is not an IP address.'],
    [['203.0.113.7', '2026-13'], '"2026-13" is not a month such as 2026-11.'],
    [['203.0.113.7'], 'The month is missing.'],
  ])('is not asked for by %j', async (words, why) => {
    await expect(NETWORK_COMMANDS.network!.run(app.deps, new Typed(words, {}))).rejects.toThrow(why)
  })
})

test('docs/operations.md says of each event what it is', () => {
  const inTable = [
    ...readFileSync('docs/operations.md', 'utf8').matchAll(
      /^\| `([a-z_]+)` +\| (info|warn|error) +\|/gm,
    ),
  ].map(([, event, level]) => [event, level])
  expect(Object.fromEntries(inTable)).toEqual(SECURITY_EVENTS)
})
