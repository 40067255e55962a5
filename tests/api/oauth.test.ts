import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '#lib/demo.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { createApiClient } from '#server/services/api-clients.ts'
import { refreshSession, startSession } from '#server/services/sessions.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { CLIENT } from '#tests/setup/people.ts'
import { arrive } from '#tests/setup/purchases.ts'

const MIA = 'customer@demo.example'
const PASSWORD = { grant_type: 'password', username: MIA, password: SAMPLE_PASSWORD }
const FORM = 'application/x-www-form-urlencoded'

type Fields = Record<string, string>
interface Machine {
  client_id: string
  client_secret: string
}

let app: Application
let machine: Machine
let other: Machine
let owner: { customer_id: number; staff_id: null }

beforeAll(async () => {
  const db = openSqlite(':memory:')
  await migrate(db)
  app = startApplication(db, {
    env: {
      LIMIT_TOKEN_PER_MINUTE: '100000',
      LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: '100000',
    },
  })
  await seedDemo(app.deps)
  owner = { customer_id: (await arrive(app)).customerId, staff_id: null }
  const make = async (name: string): Promise<Machine> => {
    const made = await createApiClient(app.deps, {
      name,
      scopes: ['customers:read', 'quotes:read'],
    })
    return { client_id: made.clientId, client_secret: made.secret }
  }
  machine = await make('DMS')
  other = await make('CRM')
})

const send = (path: string, body: string, headers: Fields = {}, method = 'POST') =>
  app.request(`/api/auth/${path}`, {
    method,
    headers: { 'content-type': FORM, ...headers },
    ...(method === 'GET' ? {} : { body }),
  })
const ask = (fields: Fields, headers: Fields = {}, path = 'token') =>
  send(path, new URLSearchParams(fields).toString(), headers)
const basic = (id: string, secret: string): Fields => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})
const machineToken = async (fields: Fields = {}, by = machine): Promise<string> => {
  const response = await ask({ ...by, grant_type: 'client_credentials', ...fields })
  return ((await response.json()) as { access_token: string }).access_token
}
const me = (headers: Fields) => app.request('/api/me', { headers })
const meBy = (token: string) => me({ authorization: `Bearer ${token}` })
const session = () => startSession(app.deps, owner, undefined)

/** A failure as RFC 6749 §5.2 has it. */
async function expectError(response: Response, status: number, error: string) {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('pragma')).toBe('no-cache')
  expect(response.headers.get('set-cookie')).toBeNull()
  const body = (await response.json()) as Fields
  expect(body.error).toBe(error)
  expect(Object.keys(body).sort()).toEqual(['error', 'error_description'])
  // §5.2: printable ASCII without quotation marks and backslashes.
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
}

describe('client authentication (RFC 6749 §2.3, §3.2.1, §5.2)', () => {
  const refused: [what: string, fields: () => Fields, headers?: () => Fields][] = [
    ['no client at all', () => PASSWORD],
    ['an empty client', () => ({ ...PASSWORD, client_id: '', client_secret: '' })],
    ['a client without its secret', () => ({ ...PASSWORD, client_id: CLIENT.client_id })],
    ['a secret without its client', () => ({ ...PASSWORD, client_secret: CLIENT.client_secret })],
    ['an unknown client', () => ({ ...PASSWORD, ...CLIENT, client_id: 'someone' })],
    ['another’s secret', () => ({ ...PASSWORD, ...CLIENT, client_secret: machine.client_secret })],
    [
      'a client in capitals',
      () => ({ ...PASSWORD, ...CLIENT, client_id: CLIENT.client_id.toUpperCase() }),
    ],
    [
      'a secret with a space behind it',
      () => ({ ...PASSWORD, ...CLIENT, client_secret: `${CLIENT.client_secret} ` }),
    ],
    [
      'a machine with a wrong secret',
      () => ({ ...machine, client_secret: 'guess', grant_type: 'client_credentials' }),
    ],
    [
      'a machine without a secret',
      () => ({ client_id: machine.client_id, grant_type: 'client_credentials' }),
    ],
    [
      'a machine with an empty secret',
      () => ({ ...machine, client_secret: '', grant_type: 'client_credentials' }),
    ],
    [
      'a machine with another’s secret',
      () => ({ ...machine, client_secret: other.client_secret, grant_type: 'client_credentials' }),
    ],
    [
      'the client before the grant is looked at',
      () => ({ grant_type: 'no-such-grant', client_id: 'someone' }),
    ],
  ]
  test.each(refused)('refuses %s', async (_, fields) => {
    const response = await ask(fields())
    expect(response.headers.get('www-authenticate')).toBeNull()
    await expectError(response, 401, 'invalid_client')
  })

  const GRANT = { grant_type: 'client_credentials' }
  test('takes HTTP Basic, form-encoded first', async () => {
    expect((await ask(GRANT, basic(machine.client_id, machine.client_secret))).status).toBe(200)
    expect((await ask(PASSWORD, basic(CLIENT.client_id, CLIENT.client_secret))).status).toBe(200)
  })
  test('takes the scheme in any case', async () => {
    const { authorization } = basic(machine.client_id, machine.client_secret)
    const shouted = { authorization: authorization!.replace('Basic', 'BASIC') }
    expect((await ask(GRANT, shouted)).status).toBe(200)
  })
  test('takes a client_id beside HTTP Basic, which only names', async () => {
    const { client_id, client_secret } = machine
    expect((await ask({ ...GRANT, client_id }, basic(client_id, client_secret))).status).toBe(200)
  })
  test('refuses two ways at once', async () => {
    const both = { ...GRANT, ...machine }
    const response = await ask(both, basic(machine.client_id, machine.client_secret))
    await expectError(response, 400, 'invalid_request')
  })
  test.each([
    ['a wrong secret', () => basic(machine.client_id, 'guess')],
    ['an unknown client', () => basic('someone', 'guess')],
    ['what is not Base64 of a pair', () => ({ authorization: 'Basic bm9jb2xvbg==' })],
    ['nothing behind the scheme', () => ({ authorization: 'Basic' })],
    [
      'a percent sign that encodes nothing',
      () => ({ authorization: `Basic ${Buffer.from('%zz:x').toString('base64')}` }),
    ],
    ['another scheme', () => ({ authorization: 'Bearer x' })],
  ])('challenges %s in the header', async (_, headers) => {
    const response = await ask(GRANT, headers())
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="token"')
    await expectError(response, 401, 'invalid_client')
  })
  test('knows no client any more that was revoked, nor its tokens', async () => {
    const made = await createApiClient(app.deps, { name: 'gone', scopes: ['quotes:read'] })
    const gone = { client_id: made.clientId, client_secret: made.secret }
    const token = await machineToken({}, gone)
    expect((await meBy(token)).status).toBe(200)
    await app.deps.db
      .updateTable('api_client')
      .set({ revoked_at: app.clock.now().toISOString() })
      .where('client_id', '=', made.clientId)
      .execute()
    await expectError(await ask({ ...gone, ...GRANT }), 401, 'invalid_client')
    expect((await meBy(token)).status).toBe(401)
  })
})

describe('the request (RFC 6749 §3.1, §3.2, §4)', () => {
  const refused: [what: string, fields: () => Fields, status: number, error: string][] = [
    ['no grant type', () => ({ ...CLIENT }), 400, 'invalid_request'],
    [
      'an empty grant type, as if omitted',
      () => ({ ...CLIENT, grant_type: '' }),
      400,
      'invalid_request',
    ],
    ['implicit', () => ({ ...CLIENT, grant_type: 'implicit' }), 400, 'unsupported_grant_type'],
    [
      'authorization_code',
      () => ({ ...CLIENT, grant_type: 'authorization_code', code: 'x' }),
      400,
      'unsupported_grant_type',
    ],
    [
      'a device code',
      () => ({ ...CLIENT, grant_type: 'urn:ietf:params:oauth:grant-type:device_code' }),
      400,
      'unsupported_grant_type',
    ],
    [
      'a grant in capitals',
      () => ({ ...CLIENT, ...PASSWORD, grant_type: 'PASSWORD' }),
      400,
      'unsupported_grant_type',
    ],
    [
      'a grant that is a word of the language',
      () => ({ ...CLIENT, grant_type: 'constructor' }),
      400,
      'unsupported_grant_type',
    ],
    [
      'a grant that is a prototype',
      () => ({ ...CLIENT, grant_type: '__proto__' }),
      400,
      'unsupported_grant_type',
    ],
    [
      'the pages asking as a machine',
      () => ({ ...CLIENT, grant_type: 'client_credentials' }),
      400,
      'unauthorized_client',
    ],
    [
      'a machine asking by password',
      () => ({ ...machine, ...PASSWORD }),
      400,
      'unauthorized_client',
    ],
    [
      'a machine asking by link',
      () => ({ ...machine, grant_type: 'token', token: 'l1_x' }),
      400,
      'unauthorized_client',
    ],
    [
      'a machine asking by refresh token',
      () => ({ ...machine, grant_type: 'refresh_token', refresh_token: 'x' }),
      400,
      'unauthorized_client',
    ],
    [
      'a password without a user',
      () => ({ ...CLIENT, grant_type: 'password', password: 'x' }),
      400,
      'invalid_request',
    ],
    [
      'a refresh without a token',
      () => ({ ...CLIENT, grant_type: 'refresh_token' }),
      400,
      'invalid_request',
    ],
    [
      'a refresh with an empty token',
      () => ({ ...CLIENT, grant_type: 'refresh_token', refresh_token: '' }),
      400,
      'invalid_request',
    ],
    [
      'a link without its token',
      () => ({ ...CLIENT, grant_type: 'token' }),
      400,
      'invalid_request',
    ],
    [
      'a password not given, which asks for a code',
      () => ({ ...CLIENT, grant_type: 'password', username: MIA }),
      400,
      'invalid_grant',
    ],
    [
      'a wrong password',
      () => ({ ...CLIENT, ...PASSWORD, password: 'wrong' }),
      400,
      'invalid_grant',
    ],
    [
      'an unknown user',
      () => ({ ...CLIENT, ...PASSWORD, username: 'nobody@nowhere.example' }),
      400,
      'invalid_grant',
    ],
    [
      'a refresh token that we did not make',
      () => ({
        ...CLIENT,
        grant_type: 'refresh_token',
        refresh_token: `r1_${'x'.repeat(22)}.1.${'y'.repeat(43)}`,
      }),
      400,
      'invalid_grant',
    ],
    [
      'a link that we did not make',
      () => ({ ...CLIENT, grant_type: 'token', token: `l1_${'x'.repeat(43)}` }),
      400,
      'invalid_grant',
    ],
    [
      'a scope the machine does not have',
      () => ({ ...machine, grant_type: 'client_credentials', scope: 'customers:write' }),
      400,
      'invalid_scope',
    ],
    [
      'a scope nobody has',
      () => ({ ...machine, grant_type: 'client_credentials', scope: 'everything' }),
      400,
      'invalid_scope',
    ],
    [
      'one scope too many',
      () => ({ ...machine, grant_type: 'client_credentials', scope: 'quotes:read purchases:read' }),
      400,
      'invalid_scope',
    ],
    [
      'a field beyond all length',
      () => ({ ...CLIENT, ...PASSWORD, username: 'x'.repeat(1025) }),
      400,
      'invalid_request',
    ],
  ]
  test.each(refused)('refuses %s', async (_, fields, status, error) => {
    await expectError(await ask(fields()), status, error)
  })

  const line = (fields: Fields) => new URLSearchParams({ ...CLIENT, ...fields }).toString()
  test.each([
    ['grant_type=password', line(PASSWORD)],
    ['username=a', line(PASSWORD)],
    ['client_id=a', line(PASSWORD)],
    ['password=a', line(PASSWORD)],
    ['unknown=a&unknown=b', line(PASSWORD)],
  ])('refuses a parameter that stands twice: %s', async (twice, rest) => {
    await expectError(await send('token', `${twice}&${rest}`), 400, 'invalid_request')
  })
  test.each([
    'scope=all',
    'state=x',
    'resource=https%3A%2F%2Fa.example',
    'login_challenge=x',
    '=x',
  ])('ignores what it does not know: %s', async (more) => {
    expect((await send('token', `${line(PASSWORD)}&${more}`)).status).toBe(200)
  })
  test('reads only the body, never the address', async () => {
    const response = await send(`token?${line(PASSWORD)}`, '')
    await expectError(response, 401, 'invalid_client')
  })
  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('is not to be had by %s', async (method) => {
    const response = await send(`token?${line(PASSWORD)}`, '', {}, method)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
  test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
    'wants a form, not %s',
    async (type) => {
      const response = await send('token', line(PASSWORD), { 'content-type': type })
      await expectError(response, 415, 'invalid_request')
    },
  )
  test('takes a form that names its charset', async () => {
    const headers = { 'content-type': `${FORM};charset=UTF-8` }
    expect((await send('token', line(PASSWORD), headers)).status).toBe(200)
  })
  test('refuses what is not UTF-8, and what is beyond 8 KiB', async () => {
    const invalid = await app.request('/api/auth/token', {
      method: 'POST',
      headers: { 'content-type': FORM },
      body: new Uint8Array([0x61, 0x3d, 0xff]),
    })
    await expectError(invalid, 400, 'invalid_request')
    await expectError(await send('token', `a=${'x'.repeat(8200)}`), 413, 'invalid_request')
  })
})

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
    const signedIn = await startSession(slow, owner, undefined)
    const next = await refreshSession(slow, signedIn.refresh_token, undefined)
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
  test('by nobody we know is refused', async () => {
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
