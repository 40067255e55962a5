import { describe, expect, test } from 'vitest'
import {
  createApiClient,
  findMachineClient,
  issueClientToken,
  renewClientSecret,
} from '#server/api-clients/api-clients.ts'
import { CLIENT } from '#tests/setup/people.ts'
import {
  PASSWORD,
  type Fields,
  app,
  machine,
  other,
  ask,
  basic,
  machineToken,
  meBy,
  expectError,
  setUpTokens,
} from './oauth.fixture.ts'

setUpTokens()

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

  test('a client whose secret is renewed at the same moment gets no token by the old one', async () => {
    const { clientId, secret } = await createApiClient(app.deps, { name: 'old', scopes: [] })
    const client = (await findMachineClient(app.deps.db, clientId, secret))!
    await renewClientSecret(app.deps, clientId)
    await expect(issueClientToken(app.deps, client, undefined, '')).rejects.toThrow(
      'Unknown client',
    )
  })
})
