import { describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { databases } from '#tests/setup/databases.ts'
import { signedIn, signIn } from '#tests/setup/people.ts'
import { CUSTOMER, STAFF, statusOf, ask } from './identity.fixture.ts'
import { app, restart, setUpDemo } from '#tests/setup/suite.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

describe.each(databases)('identity on $name', (database) => {
  setUpDemo(database)

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
        'an unknown refresh token',
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

    test('refuses a repeated field, JSON, and a body that is too large', async () => {
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

    test('stops one network’s guesses at an account, and no other network', async () => {
      const guess = () => signIn(app.browser(), CUSTOMER, 'not the password')
      for (let tries = 0; tries < 10; tries++) expect(statusOf(await guess())).toBe(400)
      const refused = await ask({ grant_type: 'password', username: CUSTOMER, password: 'x' })
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(statusOf(await signIn(app.browser(), CUSTOMER, SAMPLE_PASSWORD))).toBe(429)
      expect(statusOf(await signIn(app.browser(), STAFF, SAMPLE_PASSWORD))).toBe(200)

      app.clock.advance(15 * MINUTE_MS)
      expect(statusOf(await signIn(app.browser(), CUSTOMER, SAMPLE_PASSWORD))).toBe(200)
    })

    test('a right password forgets the wrong ones before it', async () => {
      for (let round = 0; round < 3; round++) {
        for (let tries = 0; tries < 6; tries++) await signIn(app.browser(), CUSTOMER, 'wrong')
        expect(statusOf(await signIn(app.browser(), CUSTOMER, SAMPLE_PASSWORD))).toBe(200)
      }
    })

    test('a password works however old it is', async () => {
      app.clock.advance(10 * 365 * 24 * 60 * MINUTE_MS)
      expect(statusOf(await signIn(app.browser(), CUSTOMER, SAMPLE_PASSWORD))).toBe(200)
      expect(statusOf(await signIn(app.browser(), STAFF, SAMPLE_PASSWORD))).toBe(200)
    })

    test('limits an address’s requests, with the seconds to wait', async () => {
      restart({ env: { LIMIT_TOKEN_PER_MINUTE: '2' } })
      await ask({ grant_type: 'x' })
      await ask({ grant_type: 'x' })
      const refused = await ask({ grant_type: 'x' })
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('60')
      expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' })
      app.clock.advance(MINUTE_MS)
      expect((await ask({ grant_type: 'x' })).status).toBe(400)
    })
  })

  test('bad input to /me is impossible: it takes none', async () => {
    const { tokens } = await signedIn(app)
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await app.request('/api/me?x=1', { headers })).status).toBe(200)
    expect((await app.request('/api/me', { method: 'POST', headers })).status).toBe(405)
  })
})
