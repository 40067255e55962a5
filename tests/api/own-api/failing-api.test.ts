import { describe, expect, test, vi } from 'vitest'
import type { Answered } from '#tests/setup/http-server.ts'
import { startFront } from '#tests/setup/own-api.ts'
import { api, front, setUpFront, json } from './own-api.fixture.ts'

const UNAVAILABLE = 'The system is currently unavailable, please try again in a couple of minutes.'

setUpFront()

describe('limits', () => {
  test('a body that is too large or of another type does not get to the API', async () => {
    const large = await front.request('/quote', json({ kdcd: 'x'.repeat(70_000) }))
    expect(large.status).toBe(413)
    const other = await front.request('/quote', {
      ...json({}),
      headers: { 'content-type': 'text/xml' },
    })
    expect(other.status).toBe(415)
    expect(api.asked).toEqual([])
  })

  test('calls of one address are counted', async () => {
    const limited = await startFront(api.url, { LIMIT_QUOTES_PER_MINUTE: '2' })
    const statuses = []
    for (let calls = 0; calls < 3; calls++)
      statuses.push((await limited.request('/quote', json({}))).status)
    expect(statuses).toEqual([200, 200, 429])
    expect(api.asked).toHaveLength(2)
    await limited.assembly.stop()
  })

  test('accounts that the API refuses are not counted as created', async () => {
    const limited = await startFront(api.url, { LIMIT_ACCOUNTS_PER_HOUR: '2' })
    const create = async () => (await limited.request('/customers', json({}))).status
    api.answer = () => ({ status: 400, body: {} })
    for (let calls = 0; calls < 4; calls++) expect(await create()).toBe(400)
    api.answer = () => ({ status: 201, body: {} })
    expect([await create(), await create(), await create()]).toEqual([201, 201, 429])
    await limited.assembly.stop()
  })

  test('who is signed in stays so while others behind the address try passwords', async () => {
    const limited = await startFront(api.url, { LIMIT_TOKEN_PER_MINUTE: '2' })
    const token = async (body: string) =>
      (
        await limited.request('/auth/token', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body,
        })
      ).status
    api.answer = () => ({ status: 400, body: {} })
    for (let calls = 0; calls < 3; calls++) await token('grant_type=password')
    expect(await token('grant_type=password')).toBe(429)
    api.answer = () => ({ body: {} })
    expect(await token('grant_type=refresh_token&refresh_token=r1')).toBe(200)
    await limited.assembly.stop()
  })

  test('an API that hangs has a limited number of calls of one address under way, and room for others', async () => {
    const behindProxy = await startFront(api.url, { TRUSTED_PROXIES: '1' })
    const { promise: hung, resolve: end } = Promise.withResolvers<Answered>()
    api.answer = ({ headers }) =>
      headers['x-forwarded-for'] === '203.0.113.9' ? hung : { body: { models: [] } }
    const ask = async (ip: string) => {
      const headers = { 'x-forwarded-for': ip }
      return (await behindProxy.request('/model/list', { headers })).status
    }
    const crowd = Array.from({ length: 200 }, () => ask('203.0.113.9'))
    await vi.waitFor(() => expect(api.asked).toHaveLength(150))
    expect(await ask('198.51.100.7')).toBe(200)
    expect(api.asked).toHaveLength(151)
    end({ body: { models: [] } })
    expect(await Promise.all(crowd)).toEqual(Array(200).fill(200))
    await behindProxy.assembly.stop()
  })

  test('an answer that never ends is given up', async () => {
    api.answer = () => ({ body: `"${'x'.repeat(9 * 1024 * 1024)}"` })
    const answer = await front.request('/model/list')
    expect(answer.status).toBe(503)
  })
})

describe('an API that fails', () => {
  test.each([
    ['breaks off', () => ({ hangsUp: true as const })],
    ['does not answer in time', () => new Promise<never>(() => {})],
  ])('%s: the sentence of the specification', async (_how, how) => {
    const quick = await startFront(api.url, { API_TIMEOUT_MS: '200' })
    api.answer = how
    const answer = await quick.request('/dealers')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(await answer.json()).toMatchObject({ code: 'Unavailable', message: UNAVAILABLE })
    await quick.assembly.stop()
  })

  test('is not there: calls say so, sign-in in its own shape, and so does its health', async () => {
    await api.close()
    const answer = await front.request('/dealers')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ message: UNAVAILABLE })
    const token = await front.request('/auth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=password',
    })
    expect(token.status).toBe(503)
    expect(await token.json()).toEqual({
      error: 'temporarily_unavailable',
      error_description: UNAVAILABLE,
    })
    expect(await front.assembly.apiAnswers!()).toBe(false)
    expect(await front.assembly.isReady()).toBe(true)
    expect((await front.request('/config')).status).toBe(200)
  })

  test.each([
    [500, 500, 'There’s been a problem, please try again later.'],
    [503, 503, UNAVAILABLE],
    [504, 502, 'Unexpected response from server (504)'],
    [404, 502, 'Unexpected response from server (404)'],
    [200, 502, 'Unexpected response from server (200)'],
  ])('answers %d with a page: %d and our shape', async (status, shown, message) => {
    api.answer = () => ({
      status,
      headers: { 'content-type': 'text/html' },
      body: '<h1>nginx</h1>',
    })
    const answer = await front.request('/dealers')
    expect(answer.status).toBe(shown)
    expect(await answer.json()).toMatchObject({ message, messages: [{ message }] })
  })

  test('leads elsewhere: nobody is led there', async () => {
    api.answer = () => ({ status: 302, headers: { location: 'https://evil.example/' }, body: '' })
    const answer = await front.request('/dealers')
    expect(answer.status).toBe(502)
    expect(answer.headers.get('location')).toBeNull()
  })
})
