import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient, RequiredParameterError, withToken } from '#lib/api/client.ts'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import * as constants from '#lib/shared/constants.ts'
import { ANONYMOUS_NAME } from '#lib/quotes/quote-customer.ts'
import { findRecalls } from '#lib/vehicles/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { calculateQuote, emailQuote, getQuote } from '#lib/quotes/calls.ts'
import { emailAddress } from '#lib/shared/input.ts'
import { z } from '#lib/shared/zod.ts'
import { aStaffUser } from '#tests/builders/session.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { toastUpdateFailure } from '#stores/journey/refused-updates.ts'
import { loadJourney } from '#stores/journey/journey.ts'
import { startNewJourney } from '#stores/journey/new-journey.ts'
import { createRefresh, type RefreshDeps } from '#stores/session/refresh.ts'
import { setAccessToken } from '#stores/session/session.ts'
import { PASSWORD_MESSAGE, signIn, signOut } from '#stores/sign-in/sign-in.ts'
import * as toasts from '#stores/site/toasts.ts'
import { fakeCall, failing, ok, problem } from '#tests/builders/fake-call.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { easyCaptcha, RIGHT_CAPTCHA } from '#tests/setup/people.ts'
import { aRequest, arrive, saved } from '#tests/setup/purchases.ts'

// The sentences of the specification's sections 5, 8 and 9, letter for letter, from the functions that say them.

let said: { kind: string; text: string; id?: string }[]
beforeEach(() => {
  said = []
  vi.spyOn(toasts, 'addToast').mockImplementation((toast) => void said.push(toast))
  setAccessToken(null)
})
afterEach(() => setAccessToken(null))

/** What a person reads when the server answers this. */
async function sentenceFor(status: number, body: string): Promise<string> {
  const call = createClient({
    base: '/api',
    authorize: withToken('token'),
    fetch: async () => new Response(status === 204 ? null : body, { status }),
  })
  const result = await call(getQuote, { params: { id: 'q' } })
  if (result.ok) throw new Error('the call succeeded')
  return failureMessage(result.failure)
}

describe('what a failed call says', () => {
  test.each<[status: number, body: string, sentence: string]>([
    [401, '', 'Not logged in'],
    [500, '<html>', 'There’s been a problem, please try again later.'],
    [
      503,
      '<html>',
      'The system is currently unavailable, please try again in a couple of minutes.',
    ],
    [418, '<html>', 'Unexpected response from server (418)'],
    [502, '', 'Unexpected response from server (502)'],
    [204, '', 'Unexpected response from server (204)'],
    [400, '{"message":"One sentence"}', 'One sentence'],
    [400, '{}', 'Unknown error'],
    [400, '{"messages":[{"message":"One"},{"message":"Two"}]}', 'One\nTwo'],
    [
      400,
      '{"messages":[{"property":"firstName","message":"is required"}],"message":"Not this"}',
      'First name is required',
    ],
  ])('%i with %s', async (status, body, sentence) => {
    expect(await sentenceFor(status, body)).toBe(sentence)
  })

  test('a missing parameter is refused before anything is sent', async () => {
    const send = vi.fn<typeof fetch>()
    const call = createClient({ base: '/api', fetch: send })
    const without = { params: { id: undefined } } as never
    await expect(call(getQuote, without)).rejects.toThrow(
      new RequiredParameterError('id', 'getQuote'),
    )
    await expect(call(getQuote, without)).rejects.toThrow(
      /^Required parameter id was null or undefined when calling getQuote$/,
    )
    await expect(call(emailQuote, { body: { quoteId: null } } as never)).rejects.toThrow(
      /^Required parameter quoteId was null or undefined when calling emailQuote$/,
    )
    expect(send).not.toHaveBeenCalled()
  })
})

describe('what signing in says', () => {
  const config = { clientId: 'storefront', clientSecret: 'public', flags: {} }
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900 }
  const site = (more: Parameters<typeof fakeCall>[0]) =>
    fakeCall({ getConfig: () => ok(config), token: () => ok(tokens), ...more }).call
  const refusing = (status: number) =>
    site({ token: () => failing({ kind: 'unreadable', status }) })

  test.each([
    [400, 'Invalid username or password'],
    [429, 'Received an unexpected response (429)'],
    [500, 'Received an unexpected response (500)'],
  ])('a token endpoint that answers %i', async (status, sentence) => {
    expect(await signIn('mia@example.nz', 'wrong', refusing(status))).toMatchObject({
      message: sentence,
    })
    expect(said).toMatchObject([
      {
        text: `Failed to sign in: ${sentence}\nPlease enter your password or check your email for your one-time code`,
        id: sentence,
      },
    ])
  })

  test('nothing where no password was entered', async () => {
    await signIn('mia@example.nz', '', refusing(400))
    expect(said).toEqual([])
  })

  test.each([
    ['Hello Sam', aStaffUser()],
    ['Signed in', { type: 'CUSTOMER', staff: null, customer: aCustomer() }],
  ])('%s', async (sentence, user) => {
    await signIn('somebody@example.nz', 'right', site({ getCurrentUser: () => ok(user) }))
    expect(said.map(({ text }) => text)).toEqual([sentence])
  })

  test('Failed to sign out', async () => {
    setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: Infinity })
    await signOut(site({ revoke: () => failing({ kind: 'unreadable', status: 500 }) }))
    expect(said.map(({ text }) => text)).toEqual([
      'Failed to sign out: There’s been a problem, please try again later.',
    ])
  })

  test.each<[sentence: string, stored: object | null]>([
    ['Not logged in', null],
    ['No longer logged in', { access_token: 'a', expires_in: 900, refreshAt: 0 }],
  ])('a refresh: %s', async (message, stored) => {
    const deps = {
      read: () => stored,
      write: () => {},
      request: () => Promise.reject(new Error('nothing is sent')),
      revoke: () => {},
      withLock: (run: (waitedMs: number) => unknown) => run(0),
      nowMs: () => 0,
    } as unknown as RefreshDeps
    expect(await createRefresh(deps)()).toMatchObject({ ok: false, message })
  })

  test('the messages of the two fields', () => {
    expect(PASSWORD_MESSAGE).toBe(
      'Please enter your password or check your email for your one-time code',
    )
    for (const typed of ['', '@', 'a@', '@b', 'ab'])
      expect(z.safeParse(emailAddress, typed).error?.issues[0]?.message, typed).toBe(
        'Please enter a valid email address',
      )
    expect(z.safeParse(emailAddress, 'a@b').success).toBe(true)
  })
})

describe('what a purchase says', () => {
  test('that could not be fetched', async () => {
    const { call } = fakeCall({ getPurchaseJourney: () => problem(500, 'No') })
    expect(await loadJourney('journey', {}, call)).toBeNull()
    expect(said).toEqual([
      { kind: 'warning', text: 'An error occurred while fetching your purchase details: No' },
    ])
  })

  test('that could not be updated', () => {
    toastUpdateFailure({ kind: 'unreadable', status: 503 })
    expect(said).toEqual([
      {
        kind: 'warning',
        text: 'An error occurred while updating your purchase: The system is currently unavailable, please try again in a couple of minutes.',
      },
    ])
  })

  test('that could not be set up', async () => {
    const { call } = fakeCall({ getQuote: () => problem(404, 'We could not find that quote') })
    await startNewJourney('', 'gone', call)
    expect(said.map(({ text }) => text)).toEqual(['We could not find that quote'])
  })
})

describe('what the server says', () => {
  const codeOf = (result: Result<unknown>) =>
    result.ok || result.failure.kind !== 'problem'
      ? 'none'
      : `${result.failure.status} ${result.failure.problem.code}`
  const open = async (deps: Parameters<typeof startApplication>[1] = {}) => {
    const db = await databases[0]!.open()
    const app = startApplication(db, deps)
    await seedDemo(app.deps)
    return { db, app }
  }

  test('the codes of quotes, recalls and mailed quotes', async () => {
    const { db, app } = await open({ deps: { captcha: easyCaptcha } })
    const anyone = app.browser()
    const mia = await arrive(app)
    const recalls = (query: object, captchaToken = RIGHT_CAPTCHA) =>
      anyone(findRecalls, { query, captchaToken } as never)
    const mail = (quoteId: string) => mia.call(emailQuote, { body: { quoteId } })

    expect(codeOf(await anyone(calculateQuote, { body: aRequest({ kdcd: '!!' }) }))).toBe(
      '400 Validation',
    )
    expect(codeOf(await anyone(calculateQuote, { body: aRequest({ kdcd: 'NONE' }) }))).toBe(
      '400 InvalidQuoteInfo',
    )
    expect(codeOf(await recalls({}))).toBe('400 Validation')
    expect(codeOf(await recalls({ registration: 'TOI101' }, 'wrong'))).toBe('400 InvalidToken')
    expect(codeOf(await recalls({ registration: 'ZZZ999' }))).toBe('400 InvalidRecallInfo')
    expect(codeOf(await mail('!!'))).toBe('400 Validation')
    const { quoteId } = await saved(mia)
    app.clock.advance(20 * 24 * 60 * 60_000)
    const later = await arrive(app)
    expect(codeOf(await later.call(emailQuote, { body: { quoteId } }))).toBe(
      '400 InvalidEmailQuoteInfo',
    )
    await db.destroy()
  })

  test.each([
    [500, new Error('a fault'), 'ServerError', 'There’s been a problem, please try again later.'],
    [
      503,
      Object.assign(new Error('terminating'), { code: '57P01' }),
      'Unavailable',
      'The system is currently unavailable, please try again in a couple of minutes.',
    ],
  ])('%i in the words of the specification', async (status, error, code, sentence) => {
    const addresses = { search: () => Promise.reject(error), find: () => Promise.reject(error) }
    const { db, app } = await open({ deps: { addresses: addresses as never } })
    const logged = vi.spyOn(app.deps.log, status === 500 ? 'error' : 'warn')
    const response = await app.request('/api/addresses?q=x')
    expect(response.status).toBe(status)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ code, message: sentence })
    // What went wrong is for the log, which finds it by the request that the answer names.
    expect(text).not.toContain(error.message)
    const requestId = response.headers.get('x-request-id')
    expect(logged.mock.calls).toMatchObject([[{ err: error, requestId }, expect.any(String)]])
    await db.destroy()
  })

  test('another customer’s record is not theirs to see', async () => {
    const { db, app } = await open()
    const mia = await arrive(app)
    const response = await app.request(`/api/customer/${mia.customerId + 1}`, {
      headers: { authorization: `Bearer ${mia.accessToken}` },
    })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'NotPermitted' })
    expect(codeOf(await mia.call(getPurchaseJourney, { params: { id: 'none' } }))).toBe(
      '404 NotFound',
    )
    await db.destroy()
  })
})

test('the constants of section 9', () => {
  expect({ ...constants, ANONYMOUS_NAME }).toMatchObject({
    JOURNEY_UPDATE_INTERVAL_MS: 5000,
    REQUEST_TIMEOUT_MS: 300_000,
    REFRESH_BEFORE_EXPIRY_MS: 60_000,
    TOAST_AUTO_CLOSE_MS: 5000,
    PERSISTENCE_TIMEOUT_MS: 5000,
    CHAT_RETRY_MS: 1000,
    CHAT_RETRY_LIMIT: 30,
    VERIFICATION_CODE_LENGTH: 6,
    NEW_JOURNEY_ID: 'new-quote',
    PLACEHOLDER_CUSTOMER_ID: -1,
    ANONYMOUS_NAME: 'Anonymous Anonymous',
  })
})
