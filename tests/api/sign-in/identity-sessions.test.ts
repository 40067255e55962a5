import { beforeEach, describe, expect, test } from 'vitest'
import { getCurrentUser, revoke, type TokenAnswer } from '#lib/sign-in/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { bearer } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { CLIENT, signedIn, signIn, valueOf } from '#tests/setup/people.ts'
import { CUSTOMER, STAFF, statusOf, post, ask } from './identity.fixture.ts'
import { app, db, setUpDemo } from '#tests/setup/suite.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'

describe.each(databases)('identity on $name', (database) => {
  setUpDemo(database)

  const refresh = (tokens: TokenAnswer, headers = {}) =>
    ask({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token! }, headers)
  const refreshed = async (tokens: TokenAnswer): Promise<TokenAnswer> => {
    const response = await refresh(tokens)
    expect(response.status).toBe(200)
    return (await response.json()) as TokenAnswer
  }
  const me = async (tokens: TokenAnswer) =>
    statusOf(await app.browser(bearer(tokens.access_token))(getCurrentUser))

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
      app.clock.advance(15 * MINUTE_MS - 1)
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
      app.clock.advance(MINUTE_MS - 1)
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
      app.clock.advance(14 * DAY_MS - 1)
      let latest = await refreshed(tokens)
      app.clock.advance(14 * DAY_MS - 1)
      latest = await refreshed(latest)
      app.clock.advance(2 * DAY_MS + 1)
      latest = await refreshed(latest)
      app.clock.advance(1)
      expect((await refresh(latest)).status).toBe(400)

      const idle = valueOf(await signIn(app.browser(), CUSTOMER, SAMPLE_PASSWORD))
      app.clock.advance(14 * DAY_MS)
      expect((await refresh(idle)).status).toBe(400)
    })

    test('of staff ends after an idle hour, and after 12 hours', async () => {
      const idle = valueOf(await signIn(app.browser(), STAFF, SAMPLE_PASSWORD))
      let latest = valueOf(await signIn(app.browser(), STAFF, SAMPLE_PASSWORD))
      for (let half = 1; half < 24; half++) {
        app.clock.advance(30 * MINUTE_MS)
        latest = await refreshed(latest)
      }
      expect((await refresh(idle)).status).toBe(400)
      app.clock.advance(30 * MINUTE_MS)
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

    test('of those that have ended an account keeps fifty', async () => {
      const [one] = await db.selectFrom('session').selectAll().execute()
      const ended = Array.from({ length: 100 }, (_, n) => ({
        ...one!,
        session_id: `ended ${n}`,
        created_at: '2026-11-01T00:00:00.000Z',
        revoked_at: new Date(Date.parse('2026-11-01') + n).toISOString(),
        revoke_reason: 'too-many',
      }))
      await db.insertInto('session').values(ended).execute()
      valueOf(await signIn(app.browser(), CUSTOMER, SAMPLE_PASSWORD))
      const kept = await db.selectFrom('session').select(['session_id', 'revoked_at']).execute()
      expect(kept.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(2)
      expect(kept.map(({ session_id }) => session_id)).not.toContain('ended 49')
      expect(kept).toHaveLength(52)
    })

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
})
