import { describe, expect, test } from 'vitest'
import { CLIENT } from '#tests/setup/people.ts'
import {
  MIA,
  PASSWORD,
  FORM,
  type Fields,
  app,
  machine,
  send,
  ask,
  expectError,
  setUpTokens,
} from './oauth.fixture.ts'

setUpTokens()

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
      'an unknown scope',
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
  ])('refuses a repeated parameter: %s', async (twice, rest) => {
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
