import { beforeEach, describe, expect, test } from 'vitest'
import { refreshSession, startSession } from '#server/sign-in/sessions.ts'
import { CLIENT } from '#tests/setup/people.ts'
import {
  PASSWORD,
  type Fields,
  app,
  machine,
  other,
  owner,
  send,
  ask,
  basic,
  machineToken,
  me,
  meBy,
  session,
  expectError,
  setUpTokens,
} from './oauth.fixture.ts'

setUpTokens()

describe('the answer (RFC 6749 §5.1)', () => {
  const SUCCESS = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    pragma: 'no-cache',
  }
  const expectSuccess = async (response: Response) => {
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject(SUCCESS)
    expect(response.headers.get('set-cookie')).toBeNull()
    return (await response.json()) as Record<string, unknown>
  }
  test('to a password has both tokens and no more', async () => {
    expect(await expectSuccess(await ask({ ...CLIENT, ...PASSWORD }))).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
    })
  })
  test('to a refresh has both tokens, other ones', async () => {
    const before = await session()
    const after = await expectSuccess(
      await ask({ ...CLIENT, grant_type: 'refresh_token', refresh_token: before.refresh_token }),
    )
    expect(after).toMatchObject({ token_type: 'Bearer', expires_in: 900 })
    expect(after.access_token).not.toBe(before.access_token)
    expect(after.refresh_token).not.toBe(before.refresh_token)
  })
  test('says the whole life of a token, however long writing it down took', async () => {
    let nowMs = app.clock.atMs
    const slow = { ...app.deps, now: () => new Date((nowMs += 10)) }
    const signedIn = (await startSession(slow, { owner, epoch: 0 }, undefined))!
    const next = await refreshSession(slow, signedIn.refresh_token, undefined, 'local')
    expect([signedIn.expires_in, next?.expires_in]).toEqual([900, 900])
  })
  test('to a machine has a scope and no refresh token (§4.4.3)', async () => {
    expect(
      await expectSuccess(await ask({ ...machine, grant_type: 'client_credentials' })),
    ).toEqual({
      access_token: expect.stringMatching(/^c1_/),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'customers:read quotes:read',
    })
  })
  test.each([
    ['quotes:read', 'quotes:read'],
    ['quotes:read customers:read', 'quotes:read customers:read'],
    ['quotes:read quotes:read', 'quotes:read'],
    ['', 'customers:read quotes:read'],
  ])('to a machine asking for “%s” says “%s” (§3.3)', async (scope, given) => {
    const response = await ask({ ...machine, grant_type: 'client_credentials', scope })
    expect(await expectSuccess(response)).toMatchObject({ scope: given })
  })
  test('tells a machine who it is, and lets it do no more than it asked for', async () => {
    const token = await machineToken({ scope: 'quotes:read' })
    expect(await (await meBy(token)).json()).toEqual({
      type: 'APICLIENT',
      staff: null,
      customer: null,
    })
    const read = (path: string) =>
      app.request(path, { headers: { authorization: `Bearer ${token}` } })
    expect((await read('/api/customer/1/quotes')).status).toBe(200)
    expect((await read('/api/customer/1')).status).toBe(403)
  })
})

describe('bearer tokens (RFC 6750 §2, §3)', () => {
  let access: string
  let refresh: string
  beforeEach(async () => {
    const tokens = await session()
    access = tokens.access_token
    refresh = tokens.refresh_token
  })

  test.each(['Bearer', 'bearer', 'BEARER'])('are taken behind %s', async (scheme) => {
    expect((await me({ authorization: `${scheme} ${access}` })).status).toBe(200)
  })
  test('are asked for without a word of error where there was none', async () => {
    const response = await me({})
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })
  test.each([
    ['Basic', () => `Basic ${access}`],
    ['Token', () => `Token ${access}`],
    ['no scheme', () => access],
  ])('are not looked for behind %s', async (_, authorization) => {
    const response = await me({ authorization: authorization() })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })
  const invalid: [what: string, token: () => string | Promise<string>][] = [
    ['a refresh token', () => refresh],
    ['nothing', () => ''],
    ['two tokens', () => `${access}, ${access}`],
    ['a token and more', () => `${access} x`],
    ['half a token', () => access.slice(0, -10)],
    ['a token of another kind', () => access.replace('a1_', 'c1_')],
    ['a token of the next refresh', () => access.replace('.1.', '.2.')],
    ['a changed session', () => access.replace(/_./, (two) => (two === '_A' ? '_B' : '_A'))],
    ['a token beyond all length', () => 'x'.repeat(600)],
    ['a link’s token', () => `l1_${'x'.repeat(43)}`],
    [
      'a machine’s token that was revoked',
      async () => {
        const token = await machineToken()
        await ask({ ...machine, token }, {}, 'revoke')
        return token
      },
    ],
  ]
  test.each(invalid)('are invalid: %s', async (_, token) => {
    const response = await meBy(await token())
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
  test.each(['access_token', 'token', 'authorization'])(
    'are never read from the address: ?%s=',
    async (name) => {
      expect((await app.request(`/api/me?${name}=${access}`)).status).toBe(401)
    },
  )
  test('of a machine hold for 15 minutes', async () => {
    const token = await machineToken()
    const { atMs } = app.clock
    app.clock.advance(15 * 60_000 - 1)
    expect((await meBy(token)).status).toBe(200)
    app.clock.advance(1)
    expect((await meBy(token)).status).toBe(401)
    app.clock.atMs = atMs
  })
  test('that do not reach far enough say how far they should (§3.1)', async () => {
    const token = await machineToken({ scope: 'quotes:read' })
    const response = await app.request('/api/customers/search?search=x&where=name', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="customers:read"',
    ])
  })
})

describe('revocation (RFC 7009 §2)', () => {
  const end = (fields: Fields, headers: Fields = {}) => ask(fields, headers, 'revoke')
  const expectDone = async (response: Response) =>
    expect([response.status, await response.text()]).toEqual([200, ''])

  test.each(['access_token', 'refresh_token'] as const)('of the %s ends both', async (kind) => {
    const tokens = await session()
    await expectDone(await end({ ...CLIENT, token: tokens[kind] }))
    expect((await meBy(tokens.access_token)).status).toBe(401)
    const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    await expectError(await ask({ ...CLIENT, ...again }), 400, 'invalid_grant')
    await expectDone(await end({ ...CLIENT, token: tokens[kind] }))
  })
  test.each(['access_token', 'refresh_token', 'no_such_type'])(
    'takes the hint %s as no more than one (§2.1)',
    async (token_type_hint) => {
      const tokens = await session()
      await expectDone(await end({ ...CLIENT, token: tokens.access_token, token_type_hint }))
      expect((await meBy(tokens.access_token)).status).toBe(401)
    },
  )
  test.each(['x', 'a1_x.1.y', `c1_${'x'.repeat(22)}.1.${'y'.repeat(43)}`, 'ā'])(
    'of an unknown token is done already: %s (§2.2)',
    async (token) => expectDone(await end({ ...CLIENT, token })),
  )
  test('without a token is no request', async () => {
    await expectError(await end({ ...CLIENT }), 400, 'invalid_request')
    await expectError(await end({ ...CLIENT, token: '' }), 400, 'invalid_request')
  })
  test('by an unknown client is refused', async () => {
    const { access_token } = await session()
    await expectError(await end({ client_id: 'x', token: access_token }), 401, 'invalid_client')
    await expectError(await end({ token: access_token }, basic('x', 'y')), 401, 'invalid_client')
    expect((await meBy(access_token)).status).toBe(200)
  })
  test('of what another client was given does nothing', async () => {
    const { access_token } = await session()
    const token = await machineToken()
    await expectDone(await end({ ...machine, token: access_token }))
    await expectDone(await end({ ...CLIENT, token }))
    await expectDone(await end({ ...other, token }))
    expect([(await meBy(access_token)).status, (await meBy(token)).status]).toEqual([200, 200])
    await expectDone(await end({ token }, basic(machine.client_id, machine.client_secret)))
    expect((await meBy(token)).status).toBe(401)
  })
  test.each(['GET', 'PUT', 'DELETE'])('is not to be had by %s', async (method) => {
    expect((await send('revoke', '', {}, method)).status).toBe(405)
  })
})
