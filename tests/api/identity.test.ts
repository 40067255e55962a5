import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import type { Result } from '#lib/api/failure.ts'
import { getCurrentUser, revoke, type TokenAnswer } from '#lib/contract/identity.ts'
import { SAMPLE_PASSWORD } from '#lib/demo.ts'
import type { Database } from '#server/db/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { bearer, startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  CLIENT,
  easyCaptcha,
  newCustomer,
  readCode,
  signedIn,
  signIn,
  valueOf,
} from '#tests/setup/people.ts'

const CUSTOMER = 'customer@demo.example'
const STAFF = 'staff@demo.example'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const statusOf = (result: Result<unknown>): number | string =>
  result.ok ? 200 : 'status' in result.failure ? result.failure.status : result.failure.kind

describe.each(databases)('identity on $name', ({ open }) => {
  let db: Kysely<Database>
  let app: Application

  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
    await seedDemo(app.deps)
  })
  afterEach(() => db.destroy())

  const post = (path: string, fields: Record<string, string> | string, headers = {}) =>
    app.request(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  const ask = (fields: Record<string, string>, headers = {}) =>
    post('token', { ...CLIENT, ...fields }, headers)
  const refresh = (tokens: TokenAnswer, headers = {}) =>
    ask({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token! }, headers)
  const refreshed = async (tokens: TokenAnswer): Promise<TokenAnswer> => {
    const response = await refresh(tokens)
    expect(response.status).toBe(200)
    return (await response.json()) as TokenAnswer
  }
  const me = async (tokens: TokenAnswer) =>
    statusOf(await app.browser(bearer(tokens.access_token))(getCurrentUser))
  const askForCode = (username: string) => ask({ grant_type: 'password', username, password: '' })
  const tables = ['login_code', 'outbox', 'rate', 'session', 'customer', 'captcha_used'] as const
  const rowCounts = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => [
          table,
          (await db.selectFrom(table).selectAll().execute()).length,
        ]),
      ),
    ) as Record<(typeof tables)[number], number>

  describe('the token endpoint', () => {
    test('signs a customer in with the password', async () => {
      const response = await ask({
        grant_type: 'password',
        username: ' Customer@Demo.example ',
        password: SAMPLE_PASSWORD,
      })
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('pragma')).toBe('no-cache')
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(await response.json()).toEqual({
        access_token: expect.stringMatching(/^a1_[\w-]+\.1\.[\w-]{43}$/),
        refresh_token: expect.stringMatching(/^r1_[\w-]+\.1\.[\w-]{43}$/),
        token_type: 'Bearer',
        expires_in: 900,
      })
    })

    test.each([
      ['another client', { client_id: 'other' }, 401, 'invalid_client'],
      ['another secret', { client_secret: 'guess' }, 401, 'invalid_client'],
      ['no grant type', { grant_type: '' }, 400, 'invalid_request'],
      ['a grant of machines', { grant_type: 'client_credentials' }, 400, 'unauthorized_client'],
      ['a grant not known', { grant_type: 'implicit' }, 400, 'unsupported_grant_type'],
      ['no user name', { grant_type: 'password', username: '' }, 400, 'invalid_request'],
      ['no refresh token', { grant_type: 'refresh_token' }, 400, 'invalid_request'],
      [
        'a refresh token of nobody',
        { grant_type: 'refresh_token', refresh_token: 'r1_x.1.y' },
        400,
        'invalid_grant',
      ],
      [
        'a wrong password',
        { grant_type: 'password', username: CUSTOMER, password: 'not the password' },
        400,
        'invalid_grant',
      ],
      [
        'a text that is no address',
        { grant_type: 'password', username: 'mia', password: 'x' },
        400,
        'invalid_grant',
      ],
      [
        'a password beyond all length',
        { grant_type: 'password', username: CUSTOMER, password: 'x'.repeat(300) },
        400,
        'invalid_grant',
      ],
      ['an endless field', { username: 'x'.repeat(2000) }, 400, 'invalid_request'],
    ])('refuses %s', async (_, fields: Record<string, string>, status, error) => {
      const response = await ask(fields)
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toMatchObject({ error })
    })

    test('words a wrong password as the specification does', async () => {
      const response = await ask({ grant_type: 'password', username: CUSTOMER, password: 'wrong' })
      expect(await response.text()).toBe(
        '{"error":"invalid_grant","error_description":"Invalid username or password"}',
      )
    })

    test('refuses a field that stands twice, JSON, and a body that is too large', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const send = (body: string, more = {}) =>
        app.request('/api/auth/token', { method: 'POST', headers: { ...headers, ...more }, body })
      const twice = await send('grant_type=password&grant_type=password')
      expect([twice.status, await twice.json()]).toMatchObject([400, { error: 'invalid_request' }])
      expect((await send('{}', { 'content-type': 'application/json' })).status).toBe(415)
      expect((await send(`password=${'x'.repeat(9000)}`)).status).toBe(413)
    })

    test('ignores parameters it does not know (RFC 6749 §3.2)', async () => {
      const fields = { grant_type: 'password', username: CUSTOMER, password: SAMPLE_PASSWORD }
      expect((await ask({ ...fields, scope: 'all', login_challenge: 'x' })).status).toBe(200)
    })

    test('stops one network’s guesses at an account, and nobody else', async () => {
      const guess = () => signIn(app.browser(), CUSTOMER, 'not the password')
      for (let tries = 0; tries < 10; tries++) expect(statusOf(await guess())).toBe(400)
      const refused = await ask({ grant_type: 'password', username: CUSTOMER, password: 'x' })
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(statusOf(await signIn(app.browser(), CUSTOMER, SAMPLE_PASSWORD))).toBe(429)
      expect(statusOf(await signIn(app.browser(), STAFF, SAMPLE_PASSWORD))).toBe(200)

      app.clock.advance(15 * MINUTE)
      expect(statusOf(await signIn(app.browser(), CUSTOMER, SAMPLE_PASSWORD))).toBe(200)
    })

    test('a right password forgets the wrong ones before it', async () => {
      for (let round = 0; round < 3; round++) {
        for (let tries = 0; tries < 6; tries++) await signIn(app.browser(), CUSTOMER, 'wrong')
        expect(statusOf(await signIn(app.browser(), CUSTOMER, SAMPLE_PASSWORD))).toBe(200)
      }
    })

    test('limits an address’s requests, with the seconds to wait', async () => {
      app = startApplication(db, { env: { LIMIT_TOKEN_PER_MINUTE: '2' } })
      await ask({ grant_type: 'x' })
      await ask({ grant_type: 'x' })
      const refused = await ask({ grant_type: 'x' })
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('60')
      expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' })
      app.clock.advance(MINUTE)
      expect((await ask({ grant_type: 'x' })).status).toBe(400)
    })
  })

  describe('a session', () => {
    let tokens: TokenAnswer
    beforeEach(async () => {
      tokens = valueOf(await signIn(app.browser(), CUSTOMER, SAMPLE_PASSWORD))
    })

    test('says who is signed in', async () => {
      const { call } = await signedIn(app)
      expect(valueOf(await call(getCurrentUser))).toMatchObject({
        type: 'CUSTOMER',
        staff: null,
        customer: { name: { firstName: 'Mia', lastName: 'Harris' }, email: CUSTOMER },
      })
      const staff = await signedIn(app, STAFF)
      expect(valueOf(await staff.call(getCurrentUser))).toMatchObject({
        type: 'STAFF',
        customer: null,
        staff: { firstName: 'Sam', roles: ['admin'] },
      })
    })

    test('a token that is not sound is answered with 401', async () => {
      const access = tokens.access_token
      const swapped = access.at(-1) === 'A' ? 'B' : 'A'
      for (const wrong of [
        'Bearer',
        'Bearer x',
        `Basic ${access}`,
        `Bearer ${access.slice(0, -1)}`,
        `Bearer ${access.slice(0, -1)}${swapped}`,
        `Bearer ${access.replace('.1.', '.2.')}`,
        `Bearer ${access.replace('.1.', '.01.')}`,
        `Bearer ${tokens.refresh_token}`,
        `Bearer ${tokens.refresh_token!.replace('r1_', 'a1_')}`,
      ]) {
        const response = await app.request('/api/me', { headers: { authorization: wrong } })
        expect([wrong, response.status]).toEqual([wrong, 401])
        expect(response.headers.get('www-authenticate')).toBe(
          wrong.startsWith('Basic') ? 'Bearer' : 'Bearer error="invalid_token"',
        )
        expect(await response.json()).toMatchObject({
          code: 'NotLoggedIn',
          message: 'Not logged in',
        })
      }
      expect((await app.request('/api/me')).status).toBe(401)
    })

    test('the access token holds for 15 minutes, a member of staff’s too', async () => {
      const staff = valueOf(await signIn(app.browser(), STAFF, SAMPLE_PASSWORD))
      app.clock.advance(15 * MINUTE - 1)
      expect(await me(staff)).toBe(200)
      expect(await me(tokens)).toBe(200)
      app.clock.advance(1)
      expect(await me(staff)).toBe('signed-out')
      expect(await me(tokens)).toBe('signed-out')
    })

    test('a refresh gives the next pair; the old access token overlaps by a minute', async () => {
      const next = await refreshed(tokens)
      expect(next).toMatchObject({ expires_in: 900, token_type: 'Bearer' })
      expect(next.access_token).not.toBe(tokens.access_token)
      app.clock.advance(MINUTE - 1)
      expect([await me(tokens), await me(next)]).toEqual([200, 200])
      app.clock.advance(1)
      expect([await me(tokens), await me(next)]).toEqual(['signed-out', 200])
    })

    test('fifty refreshes at once get one and the same successor', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(tokens)))
      const bodies = new Set(await Promise.all(answers.map((answer) => answer.text())))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(bodies.size).toBe(1)
      expect(JSON.parse([...bodies][0]!)).toMatchObject({
        refresh_token: expect.stringContaining('.2.'),
      })
    })

    test('within 30 seconds a lost answer can be asked for again, with what is left of its life', async () => {
      const next = await refreshed(tokens)
      app.clock.advance(30_000)
      expect(await refreshed(tokens)).toEqual({ ...next, expires_in: 870 })
    })

    test('after 30 seconds the old token is taken for stolen, and the session ends', async () => {
      const next = await refreshed(tokens)
      app.clock.advance(30_001)
      const reused = await refresh(tokens)
      expect([reused.status, await reused.json()]).toMatchObject([400, { error: 'invalid_grant' }])
      expect((await refresh(next)).status).toBe(400)
      expect(await me(next)).toBe('signed-out')
    })

    test('a token two generations old ends the session, even within 30 seconds', async () => {
      const second = await refreshed(tokens)
      const third = await refreshed(second)
      expect((await refresh(tokens)).status).toBe(400)
      expect((await refresh(third)).status).toBe(400)
    })

    test('the predecessor from another browser ends the session', async () => {
      const next = await refreshed(tokens)
      expect((await refresh(tokens, { 'user-agent': 'a thief' })).status).toBe(400)
      expect((await refresh(next)).status).toBe(400)
    })

    test('the predecessor can be presented fifty times and no more', async () => {
      const next = await refreshed(tokens)
      for (let times = 0; times < 50; times++) await refreshed(tokens)
      expect((await refresh(tokens)).status).toBe(400)
      expect((await refresh(next)).status).toBe(400)
    })

    test('ends 14 days after the last refresh, 30 days after the sign-in', async () => {
      app.clock.advance(14 * DAY - 1)
      let latest = await refreshed(tokens)
      app.clock.advance(14 * DAY - 1)
      latest = await refreshed(latest)
      app.clock.advance(2 * DAY + 1)
      latest = await refreshed(latest)
      app.clock.advance(1)
      expect((await refresh(latest)).status).toBe(400)

      const idle = valueOf(await signIn(app.browser(), CUSTOMER, SAMPLE_PASSWORD))
      app.clock.advance(14 * DAY)
      expect((await refresh(idle)).status).toBe(400)
    })

    test('of staff ends after an idle hour, and after 12 hours', async () => {
      const idle = valueOf(await signIn(app.browser(), STAFF, SAMPLE_PASSWORD))
      let latest = valueOf(await signIn(app.browser(), STAFF, SAMPLE_PASSWORD))
      for (let half = 1; half < 24; half++) {
        app.clock.advance(30 * MINUTE)
        latest = await refreshed(latest)
      }
      expect((await refresh(idle)).status).toBe(400)
      app.clock.advance(30 * MINUTE)
      expect((await refresh(latest)).status).toBe(400)
    })

    test('the eleventh sign-in ends the oldest session', async () => {
      for (let more = 0; more < 9; more++) {
        app.clock.advance(1000)
        valueOf(await signIn(app.browser(), CUSTOMER, SAMPLE_PASSWORD))
      }
      expect(await me(tokens)).toBe(200)
      app.clock.advance(1000)
      const newest = valueOf(await signIn(app.browser(), CUSTOMER, SAMPLE_PASSWORD))
      expect([await me(tokens), await me(newest)]).toEqual(['signed-out', 200])
    })

    test.each(['access_token', 'refresh_token'] as const)(
      'revoking its %s ends it',
      async (kind) => {
        const call = app.browser()
        valueOf(await call(revoke, { body: { ...CLIENT, token: tokens[kind] } }))
        expect(await me(tokens)).toBe('signed-out')
        expect((await refresh(tokens)).status).toBe(400)
      },
    )

    test('revoking answers 200 with nothing in it for any token, 401 for another client', async () => {
      for (const unknown of [tokens.access_token, tokens.access_token, 'x', 'a1_x.1.y']) {
        const response = await post('revoke', { ...CLIENT, token: unknown })
        expect([response.status, await response.text()]).toEqual([200, ''])
      }
      const stranger = await post('revoke', { ...CLIENT, client_id: 'x', token: 'x' })
      expect([stranger.status, await stranger.json()]).toMatchObject([
        401,
        { error: 'invalid_client' },
      ])
      const nothing = await post('revoke', CLIENT)
      expect([nothing.status, await nothing.json()]).toMatchObject([
        400,
        { error: 'invalid_request' },
      ])
    })
  })

  describe('a code', () => {
    const guess = (code: string, username = CUSTOMER) => signIn(app.browser(), username, code)
    const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

    test('is mailed for an empty password, which itself never signs in', async () => {
      const response = await askForCode(CUSTOMER)
      expect([response.status, await response.text()]).toEqual([
        400,
        '{"error":"invalid_grant","error_description":"Invalid username or password"}',
      ])
      valueOf(await guess(await readCode(app, CUSTOMER)))
    })

    test('works once', async () => {
      await askForCode(CUSTOMER)
      const code = await readCode(app, CUSTOMER)
      valueOf(await guess(code))
      expect(statusOf(await guess(code))).toBe(400)
    })

    test('of 50 requests with it at once one signs in', async () => {
      app = startApplication(db, { env: { LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: '5' } })
      await askForCode(CUSTOMER)
      const code = await readCode(app, CUSTOMER)
      const answers = await Promise.all(Array.from({ length: 50 }, () => guess(code)))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    })

    test('works for ten minutes', async () => {
      await askForCode(CUSTOMER)
      const code = await readCode(app, CUSTOMER)
      app.clock.advance(10 * MINUTE)
      expect(statusOf(await guess(code))).toBe(400)

      await askForCode(CUSTOMER)
      const next = await readCode(app, CUSTOMER)
      app.clock.advance(10 * MINUTE - 1)
      valueOf(await guess(next))
    })

    test('of 200 guesses at once exactly five are looked at', async () => {
      app = startApplication(db, { env: { LIMIT_TOKEN_PER_MINUTE: '1000' } })
      await askForCode(CUSTOMER)
      const code = await readCode(app, CUSTOMER)
      await Promise.all(Array.from({ length: 200 }, () => guess(wrong(code))))
      expect(await db.selectFrom('login_code').select('tries').execute()).toEqual([{ tries: 5 }])
      expect(statusOf(await guess(code))).not.toBe(200)

      const { points } = await db
        .selectFrom('rate')
        .select('points')
        .where('key', 'like', 'code-failures:%')
        .executeTakeFirstOrThrow()
      expect(points).toBe(5)
    })

    test('is sent again as it was: not within 30 seconds, and three times at most', async () => {
      const mails = async () =>
        (
          await db
            .selectFrom('outbox')
            .select('outbox_id')
            .where('recipient', '=', CUSTOMER)
            .execute()
        ).length
      await askForCode(CUSTOMER)
      const code = await readCode(app, CUSTOMER)
      app.clock.advance(29_999)
      await askForCode(CUSTOMER)
      expect(await mails()).toBe(1)
      for (let times = 0; times < 4; times++) {
        app.clock.advance(30_000)
        await askForCode(CUSTOMER)
      }
      expect(await mails()).toBe(3)
      expect(await readCode(app, CUSTOMER)).toBe(code)
    })

    test('an account gets five new ones an hour and ten a day', async () => {
      const codes = async () =>
        (await db.selectFrom('login_code').select('login_code_id').execute()).length
      app.clock.atMs = Date.parse('2026-11-24T00:00:00Z')
      for (let times = 0; times < 7; times++) {
        await askForCode(CUSTOMER)
        app.clock.advance(6 * MINUTE)
      }
      expect(await codes()).toBe(5)
      for (let hours = 0; hours < 12; hours++) {
        app.clock.advance(60 * MINUTE)
        await askForCode(CUSTOMER)
      }
      expect(await codes()).toBe(10)
      app.clock.advance(DAY)
      await askForCode(CUSTOMER)
      expect(await codes()).toBe(11)
    })

    test('rests after a hundred wrong ones in a row, until the password is used', async () => {
      app = startApplication(db, {
        env: {
          LIMIT_CODE_TRIES: '1000',
          LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: '1000',
          LIMIT_TOKEN_PER_MINUTE: '1000',
        },
      })
      await askForCode(CUSTOMER)
      const code = await readCode(app, CUSTOMER)
      for (let tries = 0; tries < 4; tries++)
        await Promise.all(Array.from({ length: 25 }, () => guess(wrong(code))))
      expect(statusOf(await guess(code))).toBe(400)
      valueOf(await guess(SAMPLE_PASSWORD))
      valueOf(await guess(code))
    })

    test('is not given to staff', async () => {
      await askForCode(STAFF)
      expect(await db.selectFrom('outbox').select('kind').execute()).toEqual([{ kind: 'blank' }])
    })

    test('an unknown address gets the same answer and costs the same rows', async () => {
      const unknown = 'nobody@nowhere.example'
      const known = CUSTOMER
      const run = async (address: string) => {
        const before = await rowCounts()
        const heads: unknown[] = []
        const bodies: string[] = []
        const note = async (response: Response) => {
          bodies.push(await response.text())
          const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers)
          heads.push([response.status, headers])
        }
        await note(await askForCode(address))
        await note(await askForCode(address))
        await note(await ask({ grant_type: 'password', username: address, password: '000000' }))
        await note(await ask({ grant_type: 'password', username: address, password: 'a guess' }))
        app.clock.advance(31_000)
        await note(await askForCode(address))
        const after = await rowCounts()
        const added = tables.map((table) => [table, after[table] - before[table]])
        return { heads, bodies, added }
      }
      expect(await run(unknown)).toEqual(await run(known))
    })

    test('the tables hold neither the code nor the address that asked', async () => {
      await askForCode('nobody@nowhere.example')
      await askForCode(CUSTOMER)
      const code = await readCode(app, CUSTOMER)
      const dump = JSON.stringify([
        await db.selectFrom('login_code').selectAll().execute(),
        await db.selectFrom('rate').selectAll().execute(),
      ])
      expect(dump).not.toContain(code)
      expect(dump).not.toContain('nowhere')
      expect(dump).not.toContain('demo.example')
    })

    test('proves a new account’s address', async () => {
      app = startApplication(db, { deps: { captcha: easyCaptcha } })
      const { call } = await newCustomer(app, 'tia@new.example')
      expect(valueOf(await call(getCurrentUser)).customer).toMatchObject({
        webAccountStatus: 'ACTIVE',
        name: { firstName: 'Tia' },
      })
    })
  })

  test('bad input to /me is impossible: it takes none', async () => {
    const { tokens } = await signedIn(app)
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await app.request('/api/me?x=1', { headers })).status).toBe(200)
    expect((await app.request('/api/me', { method: 'POST', headers })).status).toBe(405)
  })
})
