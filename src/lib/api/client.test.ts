import { describe, expect, test, vi } from 'vitest'
import { CLOCK_HEADER, clockAheadMs } from '#lib/shared/server-clock.ts'
import { contract } from '#lib/contract.ts'
import type { Endpoint } from './endpoint.ts'
import { getCustomer, searchCustomers } from '#lib/customers/calls.ts'
import { token } from '#lib/sign-in/calls.ts'
import { calculateQuote, emailQuote, getQuote, saveQuote } from '#lib/quotes/calls.ts'
import { confirmPurchase } from '#lib/purchases/calls.ts'
import { createClient, RequiredParameterError, withToken, type Authorize } from './client.ts'
import { failureMessage } from './failure.ts'
import { tokenFailureMessage } from './token-failure.ts'

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })

/** A client whose server answers from a list, and the requests it got. */
function clientWith(answers: (Response | Error)[], authorize?: Authorize) {
  const sent: { url: string; init: RequestInit }[] = []
  const call = createClient({
    base: '/api',
    sleep: async () => {},
    ...(authorize && { authorize }),
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init ?? {} })
      const next = answers.shift()
      if (!next) throw new Error('no answer left')
      if (next instanceof Error) throw next
      return next
    },
  })
  return { call, sent }
}

const signedIn = () => withToken('first')

const authorization = (sent: { init: RequestInit }[]) =>
  sent.map(({ init }) => (init.headers as Record<string, string>).authorization)

// The lists of specification §6, by the names of the contract.
const WITHOUT_TOKEN =
  `token retrieveAndCreateCar getBuildAndQuoteContent listCountries listDealers listModels
  getVariantOption findRecalls startPasswordReset checkPasswordReset completePasswordReset createCustomer
  calculateQuote checkPoliPayment checkStripePayment getStripeConfig`.split(/\s+/)
const WITH_TOKEN =
  `getCustomer updateCustomer getOwnerships changePassword changeWebAccountEmail createWebAccount
  createPurchaseJourney listPurchaseJourneys getPurchaseJourney updatePurchaseJourney deletePurchaseJourney
  confirmPurchase listQuotes listReservations getQuote deleteQuote emailCarePlan saveQuote refreshQuote emailQuote
  getCurrentUser startPoliPayment startStripePayment searchCustomers`.split(/\s+/)

/** The token that a signed-in page sends with a call. */
async function tokenOf(name: string) {
  const {
    body: _body,
    query: _query,
    ...bare
  } = contract[name as keyof typeof contract] as Endpoint
  const { call, sent } = clientWith([json(500, {}), json(500, {})], signedIn())
  const needs = { query: {}, body: {} }
  await call({ ...bare, needs }, { params: { id: 'x', regNo: 'x', option: 'x' } } as never)
  return authorization(sent)[0]
}

test.each(WITHOUT_TOKEN)('§6 anybody may call %s, which sends no token', async (name) => {
  expect(await tokenOf(name)).toBeUndefined()
})

test.each(WITH_TOKEN)('§6 %s sends the bearer token', async (name) => {
  expect(await tokenOf(name)).toBe('Bearer first')
})

describe('a missing parameter is rejected before sending (specification §5)', () => {
  const { call, sent } = clientWith([], signedIn())

  test('in the path', async () => {
    await expect(call(getCustomer, { params: { id: null as never } })).rejects.toThrow(
      'Required parameter id was null or undefined when calling getCustomer',
    )
  })
  test('in the body', async () => {
    const body = { acceptedTotalCents: 1, termsVersion: '1', signatureName: undefined as never }
    await expect(call(confirmPurchase, { params: { id: 'j' }, body })).rejects.toThrow(
      new RequiredParameterError('signatureName', 'confirmPurchase'),
    )
  })
  test('the body itself', async () => {
    await expect(call(saveQuote, { body: undefined as never })).rejects.toThrow(
      'Required parameter body was null or undefined when calling saveQuote',
    )
  })
  test('in the query', async () => {
    await expect(
      call(searchCustomers, { query: { search: undefined as never, where: 'name' } }),
    ).rejects.toThrow(RequiredParameterError)
  })
  test('nothing was sent', () => expect(sent).toEqual([]))
})

test('without a token a call that requires one is not sent', async () => {
  const { call, sent } = clientWith([])
  expect(await call(getCustomer, { params: { id: 7 } })).toMatchObject({
    failure: { kind: 'signed-out' },
  })
  expect(sent).toEqual([])
})

test('an anonymous quote is requested without a token', async () => {
  const { call, sent } = clientWith([json(200, { quoteId: 'q' })])
  expect(await call(getQuote, { params: { id: 'q' } })).toMatchObject({ ok: true })
  expect(authorization(sent)).toEqual([undefined])
})

test('signing in sends a form and no cookies', async () => {
  const { call, sent } = clientWith([json(400, { error: 'invalid_grant' })])
  const answer = await call(token, { body: { grant_type: 'password', username: 'a@b' } })
  expect(sent[0]!.init).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    body: 'grant_type=password&username=a%40b',
  })
  expect(!answer.ok && tokenFailureMessage(answer.failure)).toBe('Invalid username or password')
})

test('a GET that got no answer is tried a second time, a POST is not', async () => {
  const get = clientWith([new TypeError('offline'), json(200, {})], signedIn())
  expect(await get.call(getCustomer, { params: { id: 7 } })).toMatchObject({ ok: true })
  const post = clientWith([new TypeError('offline')], signedIn())
  expect(await post.call(saveQuote, { body: { quoteId: 'q' } })).toEqual({
    ok: false,
    failure: { kind: 'network', reason: 'failed' },
  })
})

/** A server that gives up in the middle of its answer, as one that is killed does. */
const cutOff = (error: Error = new TypeError('terminated')) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"quoteId":'))
        controller.error(error)
      },
    }),
  )

describe('a response that is cut off (specification §8)', () => {
  test('of a GET is requested again', async () => {
    const { call } = clientWith([cutOff(), json(200, { id: 7 })], signedIn())
    expect(await call(getCustomer, { params: { id: 7 } })).toEqual({ ok: true, value: { id: 7 } })
  })
  test('of a POST is a network failure, and is not sent again', async () => {
    const { call, sent } = clientWith([cutOff()], signedIn())
    const answer = await call(saveQuote, { body: { quoteId: 'q' } })
    expect(answer).toEqual({ ok: false, failure: { kind: 'network', reason: 'failed' } })
    expect(sent).toHaveLength(1)
  })
  test.each([
    ['TimeoutError', 'timed-out'],
    ['AbortError', 'aborted'],
  ])('by a %s has %s', async (name, reason) => {
    const { call } = clientWith([cutOff(new DOMException('over', name))], signedIn())
    const answer = await call(saveQuote, { body: { quoteId: 'q' } })
    expect(answer).toEqual({ ok: false, failure: { kind: 'network', reason } })
  })
})

describe('ServerError means the server’s own trouble (specification §8)', () => {
  const body = { code: 'ServerError', message: 'There’s been a problem', messages: [] }
  const trouble = { kind: 'problem', status: 500, problem: body }
  test.each([400, 500])(
    'of calculating and of mailing a quote, answered with %i',
    async (status) => {
      const { call } = clientWith([json(status, body), json(status, body)], signedIn())
      const request = { kdcd: 'k', payOption: 'CASH' as const }
      expect(await call(calculateQuote, { body: request })).toEqual({ ok: false, failure: trouble })
      expect(await call(emailQuote, { body: { quoteId: 'q' } })).toEqual({
        ok: false,
        failure: trouble,
      })
    },
  )
})

test('a request gives up after 300000 ms (specification §7, §9)', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout')
  const { call } = clientWith([json(200, {})], signedIn())
  await call(getCustomer, { params: { id: 7 } })
  expect(limit.mock.calls).toEqual([[300_000]])
  limit.mockRestore()
})

test('a request that takes longer than the limit has timed out, and is not sent again', async () => {
  let sent = 0
  const call = createClient({
    base: '/api',
    timeoutMs: 20,
    authorize: signedIn(),
    fetch: (_, init) =>
      new Promise((_done, fail) => {
        sent += 1
        init?.signal?.addEventListener('abort', () => fail(init.signal?.reason))
      }),
  })
  const answer = await call(getCustomer, { params: { id: 7 } })
  expect(answer).toEqual({ ok: false, failure: { kind: 'network', reason: 'timed-out' } })
  expect(sent).toBe(1)
})

test('a request in progress is sent again', async () => {
  const busy = () => json(409, { message: 'in progress' }, { 'retry-after': '1' })
  const { call, sent } = clientWith([busy(), busy(), json(200, { quoteId: 'q' })], signedIn())
  const answer = await call(saveQuote, { body: { quoteId: 'q' }, idempotencyKey: 'k' })
  expect(answer.ok).toBe(true)
  expect(sent).toHaveLength(3)
})

// Specification §8
test.each([
  [500, '', 'There’s been a problem, please try again later.'],
  [503, '<html>', 'The system is currently unavailable, please try again in a couple of minutes.'],
  [418, 'tea', 'Unexpected response from server (418)'],
  [201, '{}', 'Unexpected response from server (201)'],
  [400, '{"message":"No."}', 'No.'],
  [400, '{"messages":[]}', 'Unknown error'],
  [400, '{}', 'Unknown error'],
  [400, '[]', 'Unexpected response from server (400)'],
  [
    400,
    '{"messages":[{"property":"ownerDetails.mobilePhone","message":"is required"},{"message":"Try again."}]}',
    'Mobile phone is required\nTry again.',
  ],
])('%i with body %j reads: %s', async (status, body, sentence) => {
  const { call } = clientWith([new Response(body, { status })], signedIn())
  const answer = await call(saveQuote, { body: { quoteId: 'q' } })
  expect(!answer.ok && failureMessage(answer.failure)).toBe(sentence)
})

test('an unexpected answer of the token endpoint names its status', () => {
  expect(tokenFailureMessage({ kind: 'unreadable', status: 503 })).toBe(
    'Received an unexpected response (503)',
  )
})

test('successful responses carry the clock of a demonstration, refusals do not', async () => {
  const { call } = clientWith(
    [json(200, {}, { [CLOCK_HEADER]: '3600000' }), json(404, {}), json(200, {})],
    signedIn(),
  )
  const ask = () => call(getCustomer, { params: { id: 1 } })
  await ask()
  expect(clockAheadMs()).toBe(3_600_000)
  await ask()
  expect(clockAheadMs()).toBe(3_600_000)
  await ask()
  expect(clockAheadMs()).toBe(0)
})
