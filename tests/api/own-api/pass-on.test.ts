import { describe, expect, test, vi } from 'vitest'
import { contract, specificationCalls } from '#lib/contract.ts'
import { startFront } from '#tests/setup/own-api.ts'
import { api, front, setUpFront, json } from './own-api.fixture.ts'

setUpFront()

describe('which calls are there', () => {
  test('the 41 calls of the specification are passed on, and no other', async () => {
    const calls = specificationCalls()
    expect(new Set(calls.map(({ name }) => name)).size).toBe(41)
    api.answer = () => ({ body: {} })
    for (const endpoint of Object.values(contract)) {
      api.asked.length = 0
      const path = endpoint.path.replace(/:\w+/g, 'a1')
      const type =
        endpoint.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
      const body = endpoint.body ? { headers: { 'content-type': type }, body: '{}' } : {}
      await front.request(path, { method: endpoint.method, ...body })
      const asked = api.asked.map(({ method, path }) => `${method} ${path}`)
      const expected = calls.includes(endpoint)
        ? [`${endpoint.method} /brand/v1${path}`]
        : endpoint.name === 'getConfig'
          ? ['GET /brand/v1/stripe/config']
          : []
      expect(asked, endpoint.name).toEqual(expected)
    }
  })

  test('a call beyond the specification is not found, another method not allowed', async () => {
    const beyond = await front.request('/service/slots?outletCode=1')
    expect(beyond.status).toBe(404)
    expect(await beyond.json()).toMatchObject({ code: 'NotFound' })
    const other = await front.request('/countries', { method: 'POST' })
    expect(other.status).toBe(405)
    expect(other.headers.get('allow')).toBe('GET')
  })

  test('no part of a path leads to another call of the API', async () => {
    const parts = ['..', '%2e%2e', '.%2e', '%2E%2E%2fme', '..%2f..%2fadmin', 'a%2f..%2f..%2fadmin']
    const twice = ['%252e%252e', '..%255cadmin', '%c0%ae%c0%ae', '..;a=b', '..%3ba%2fadmin']
    const other = ['1%2Femail', '1%252Femail', '1;x=..', '1%3Fa=b', '1%23x', '1%5Cemail']
    for (const part of [...parts, ...twice, ...other]) await front.request(`/quote/${part}`)
    for (const api of ['%61pi', 'a%70i', '%61%70%69']) {
      const { status } = await front.request(`/../${api}/countries`)
      expect(status, api).toBe(404)
    }
    expect(api.asked).toEqual([])
  })
})

describe('what the API is told', () => {
  test('no query of a call that has none, which could ask for another thing than the body', async () => {
    api.answer = () => ({ body: {} })
    await front.request('/auth/token?grant_type=password&username=a@post.example', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=refresh_token&refresh_token=r1',
    })
    expect(api.asked.map(({ query, body }) => [query, body])).toEqual([
      [{}, 'grant_type=refresh_token&refresh_token=r1'],
    ])
  })

  test('a form as we read it, however the API would split it', async () => {
    api.answer = () => ({ body: {} })
    await front.request('/auth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-16le' },
      body: 'x=1;grant_type=password&grant_type=refresh_token',
    })
    expect(api.asked.map(({ headers, body }) => [headers['content-type'], body])).toEqual([
      ['application/x-www-form-urlencoded', 'x=1%3Bgrant_type%3Dpassword&grant_type=refresh_token'],
    ])
  })

  test('the token, the key and the body as they are, and the address in one header', async () => {
    await front.request('/quote/save', {
      ...json(
        { quoteId: 'q1' },
        {
          authorization: 'Bearer t1',
          'idempotency-key': 'k1',
          'x-captcha-token': 'c1',
          'if-match': '"v3"',
          cookie: 'anon=1; other=2',
          connection: 'keep-alive, x-secret',
          'x-secret': 'hop',
          te: 'trailers',
          'x-forwarded-for': '203.0.113.9',
          'x-forwarded-host': 'evil.example',
          forwarded: 'for=203.0.113.9',
          'user-agent': 'a browser',
        },
      ),
    })
    const { headers, body } = api.asked[0]!
    expect(body).toBe('{"quoteId":"q1"}')
    expect(headers).toMatchObject({
      authorization: 'Bearer t1',
      'content-type': 'application/json',
      'idempotency-key': 'k1',
      'x-captcha-token': 'c1',
      'if-match': '"v3"',
      'x-forwarded-for': 'local',
      'x-request-id': expect.stringMatching(/./),
    })
    for (const name of ['cookie', 'x-secret', 'te', 'x-forwarded-host', 'forwarded'])
      expect(headers, name).not.toHaveProperty(name)
    expect(headers['user-agent']).not.toBe('a browser')
  })

  test('behind one proxy of our own, the address is the one that it gives', async () => {
    const behind = await startFront(api.url, { TRUSTED_PROXIES: '1' })
    await behind.request('/dealers', {
      headers: { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' },
    })
    expect(api.asked[0]!.headers['x-forwarded-for']).toBe('203.0.113.9')
    await behind.assembly.stop()
  })

  test('a call that never sends a token sends none', async () => {
    await front.request('/dealers', { headers: { authorization: 'Bearer t1' } })
    expect(api.asked[0]!.headers).not.toHaveProperty('authorization')
  })

  test('queries and escaped parts of a path arrive as they were', async () => {
    await front.request('/recalls?registration=A%20B&vinNumber=%2B1')
    expect(api.asked[0]!.query).toEqual({ registration: 'A B', vinNumber: '+1' })
    await front.request('/quote/a%20b')
    expect(api.asked[1]!.path).toBe('/brand/v1/quote/a%20b')
  })
})

describe('what the browser is told', () => {
  test('status, body, tag and challenge; no cookie and no other header', async () => {
    api.answer = () => ({
      status: 401,
      headers: {
        'content-type': 'application/problem+json',
        'set-cookie': 'session=1',
        'www-authenticate': 'Bearer error="invalid_token"',
        'retry-after': '7',
        server: 'brand/1.0',
        'x-internal': 'host-7',
        'access-control-allow-origin': '*',
        'keep-alive': 'timeout=5',
      },
      body: { code: 'NotLoggedIn', message: 'Not logged in', messages: [] },
    })
    const answer = await front.request('/me', { headers: { authorization: 'Bearer t1' } })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ message: 'Not logged in' })
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'content-type': 'application/problem+json',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'retry-after': '7',
      'www-authenticate': 'Bearer error="invalid_token"',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/./),
    })
  })

  test('a list for everyone may be kept with its tag', async () => {
    api.answer = ({ headers }) =>
      headers['if-none-match'] === '"a"'
        ? { status: 304, headers: { etag: '"a"' }, body: '' }
        : { headers: { etag: '"a"' }, body: { countries: [] } }
    const first = await front.request('/countries')
    expect(first.headers.get('etag')).toBe('"a"')
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const again = await front.request('/countries', { headers: { 'if-none-match': '"a"' } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  test('an answer without a body has none', async () => {
    api.answer = () => ({ status: 204, body: '' })
    const answer = await front.request(
      '/customers/resetpassword/start',
      json({ email: 'a@b.example' }),
    )
    expect(answer.status).toBe(204)
  })
})
describe('what the pages are told', () => {
  test('the configuration names the calls, the client and what the other side has', async () => {
    api.answer = ({ path }) =>
      path.endsWith('/stripe/config')
        ? {
            body: {
              enabled: true,
              publishableKey: '',
              uiMode: 'hosted_page',
              currency: 'nzd',
              country: 'NZ',
              testMode: true,
            },
          }
        : { status: 404, body: {} }
    const other = await startFront(api.url, {
      API_BANK_PAYMENTS: 'on',
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: '0x1',
    })
    expect(await (await other.request('/config')).json()).toMatchObject({
      calls: 'specification',
      clientId: 'pages',
      clientSecret: 'public',
      providers: { card: 'stripe', bankPayment: 'poli', captcha: 'turnstile' },
      captchaSiteKey: '0x1',
      demo: false,
    })
    api.answer = () => ({ status: 404, body: {} })
    expect(await (await front.request('/config')).json()).toMatchObject({
      providers: { card: 'none', bankPayment: 'none', captcha: 'none' },
    })
    await other.assembly.stop()
  })

  test('the document has the calls that are there', async () => {
    const document = (await (await front.request('/openapi.json')).json()) as { paths: object }
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
    expect(operations).toHaveLength(43)
  })

  test('a look at the API holds for a few seconds', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(0)
    expect(await front.assembly.apiAnswers!()).toBe(true)
    expect(await front.assembly.apiAnswers!()).toBe(true)
    expect(api.asked).toHaveLength(1)
    vi.spyOn(performance, 'now').mockReturnValue(6_000)
    expect(await front.assembly.apiAnswers!()).toBe(true)
    expect(api.asked).toHaveLength(2)
    vi.restoreAllMocks()
  })
})
