// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '#lib/api/client.ts'
import { failureMessage, type ApiFailure } from '#lib/api/failure.ts'
import { getCustomer } from '#lib/customers/calls.ts'
import { getQuote, saveQuote } from '#lib/quotes/calls.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { siteCall } from '#stores/site/api.ts'
import { $hasEndedDrafts } from './ended-session.ts'
import { $session, setAccessToken, setCurrentUser } from './session.ts'
import { retryOnce, type CallTokens } from './unauthorized.ts'

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

/** A client whose server answers from a list, and the requests it got. */
function clientWith(answers: Response[], tokens: Partial<CallTokens> = {}) {
  const sent: Record<string, string>[] = []
  const ended: string[] = []
  const call = createClient({
    base: '/api',
    authorize: retryOnce({
      stored: () => 'first',
      newerThan: async () => null,
      end: (refused) => void ended.push(refused),
      ...tokens,
    }),
    async fetch(_, init) {
      sent.push(init?.headers as Record<string, string>)
      return answers.shift()!
    },
  })
  return { call, sent, ended, tokens: () => sent.map(({ authorization }) => authorization) }
}
const second: Partial<CallTokens> = { newerThan: async () => 'second' }

describe('a 401 (specification §7, decision 8)', () => {
  test('is retried once with a newer token', async () => {
    const { call, tokens } = clientWith([json(401, {}), json(200, { id: 7 })], second)
    expect(await call(getCustomer, { params: { id: 7 } })).toEqual({ ok: true, value: { id: 7 } })
    expect(tokens()).toEqual(['Bearer first', 'Bearer second'])
  })
  test('means signed out when there is no newer token', async () => {
    const { call, sent } = clientWith([json(401, {})])
    const answer = await call(getCustomer, { params: { id: 7 } })
    expect(answer).toEqual({ ok: false, failure: { kind: 'signed-out' } })
    expect(!answer.ok && failureMessage(answer.failure)).toBe('Not logged in')
    expect(sent).toHaveLength(1)
  })
  test.each<[ApiFailure, string]>([
    [
      { kind: 'network', reason: 'failed' },
      'We couldn’t reach the server. Please check your connection and try again.',
    ],
    [{ kind: 'problem', status: 503, problem: { messages: [], message: 'Not now' } }, 'Not now'],
  ])('whose refresh had no answer says so: %j', async (failure, sentence) => {
    const { call } = clientWith([json(401, {})], { newerThan: async () => failure })
    const answer = await call(getCustomer, { params: { id: 7 } })
    expect(!answer.ok && failureMessage(answer.failure)).toBe(sentence)
  })
  test('twice means signed out', async () => {
    const { call, sent, ended } = clientWith([json(401, {}), json(401, {})], second)
    expect(await call(getCustomer, { params: { id: 7 } })).toEqual({
      ok: false,
      failure: { kind: 'signed-out' },
    })
    expect(sent).toHaveLength(2)
    expect(ended).toEqual(['second'])
  })
  test('keeps the idempotency key', async () => {
    const { call, sent } = clientWith([json(401, {}), json(200, {})], second)
    await call(saveQuote, { body: { quoteId: 'q' }, idempotencyKey: 'k' })
    expect(sent.map((headers) => headers['idempotency-key'])).toEqual(['k', 'k'])
  })
  test('of a quote that this browser made is sent again without a token', async () => {
    const { call, tokens } = clientWith([json(401, {}), json(200, { quoteId: 'q' })])
    expect(await call(getQuote, { params: { id: 'q' } })).toMatchObject({ ok: true })
    expect(tokens()).toEqual(['Bearer first', undefined])
  })
})

test('without a token a call that requires one is not sent', async () => {
  const { call, sent } = clientWith([], { stored: () => null })
  expect(await call(getCustomer, { params: { id: 7 } })).toMatchObject({
    failure: { kind: 'signed-out' },
  })
  expect(sent).toEqual([])
})

describe('a 401 of a page', () => {
  /** Answers by the token that a call carries; the refresh token is taken once, or never. */
  function serverThat(refresh: Response) {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      asked.push(url)
      if (url.endsWith('/config')) return json(200, { clientId: 'web', clientSecret: 'public' })
      if (url.endsWith('/token')) return refresh.clone()
      const { authorization } = init.headers as Record<string, string>
      return authorization === 'Bearer a2' ? json(200, { id: 7 }) : json(401, {})
    })
    return asked
  }
  const token = { access_token: 'a1', refresh_token: 'r1', expires_in: 900, refreshAt: 9e15 }

  beforeEach(() => {
    setAccessToken(token)
    setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
  })
  afterEach(() => {
    setAccessToken(null)
    vi.unstubAllGlobals()
  })

  test('refreshes the session once for all its calls, and sends each again', async () => {
    const asked = serverThat(
      json(200, { access_token: 'a2', refresh_token: 'r2', token_type: 'Bearer', expires_in: 900 }),
    )
    const ask = () => siteCall(getCustomer, { params: { id: 7 } })
    expect(await Promise.all([ask(), ask()])).toEqual(Array(2).fill({ ok: true, value: { id: 7 } }))
    expect(asked.filter((url) => url.endsWith('/token'))).toHaveLength(1)
    expect($session.get().token).toMatchObject({ access_token: 'a2', refresh_token: 'r2' })
  })

  test('whose refresh is refused ends the session, and the customer’s drafts are kept', async () => {
    serverThat(json(400, { error: 'invalid_grant' }))
    expect(await siteCall(getCustomer, { params: { id: 7 } })).toEqual({
      ok: false,
      failure: { kind: 'signed-out' },
    })
    expect($session.get()).toMatchObject({ token: null, hasEnded: true })
    expect($hasEndedDrafts.get()).toBe(true)
  })
})
