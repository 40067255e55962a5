import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import type { TokenAnswer } from '#lib/sign-in/calls.ts'
import { createRefresh, type RefreshDeps } from './refresh.ts'
import type { TokenRecord } from './session-shape.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const answerOf = (generation: number): TokenAnswer => ({
  access_token: `a${generation}`,
  refresh_token: `r${generation}`,
  token_type: 'Bearer',
  expires_in: 900,
})
const recordOf = (generation: number, refreshAt = Date.now() - 1): TokenRecord => ({
  access_token: `a${generation}`,
  refresh_token: `r${generation}`,
  expires_in: 900,
  refreshAt,
})
const refused = (status: number): Result<TokenAnswer> => ({
  ok: false,
  failure: { kind: 'unreadable', status },
})
const signedOut = (message: string) => ({ ok: false, message, failure: { kind: 'signed-out' } })
const lost: Result<TokenAnswer> = { ok: false, failure: { kind: 'network', reason: 'failed' } }

/** One tab whose storage is a variable and whose server answers from a list. */
function oneTab(stored: TokenRecord | null, answers: (Result<TokenAnswer> | (() => void))[] = []) {
  const tab = {
    stored,
    sent: [] as string[],
    revoked: [] as string[],
    waitedMs: 0,
  }
  const deps: RefreshDeps = {
    read: () => tab.stored,
    write: (token) => void (tab.stored = token),
    request: async (refreshToken) => {
      tab.sent.push(refreshToken)
      await new Promise((done) => setTimeout(done, 50))
      let next = answers.shift()
      while (typeof next === 'function') {
        next()
        next = answers.shift()
      }
      return next ?? lost
    },
    revoke: ({ access_token }) => void tab.revoked.push(access_token),
    withLock: (run) => run(tab.waitedMs),
    nowMs: () => Date.now(),
  }
  const refresh = createRefresh(deps)
  const run = async () => {
    const outcome = refresh()
    await vi.advanceTimersByTimeAsync(30_000)
    return outcome
  }
  return { tab, refresh, run }
}

test('§7, §9 a refresh keeps the new tokens, and when to refresh them: 60 seconds before they expire', async () => {
  const { tab, run } = oneTab(recordOf(1), [{ ok: true, value: answerOf(2) }])
  const before = Date.now()
  expect(await run()).toMatchObject({ ok: true, token: { access_token: 'a2' } })
  expect(tab.stored).toEqual(recordOf(2, before + 50 + 840_000))
})

test('§4 concurrent callers wait for the one refresh and get its result', async () => {
  const { tab, refresh } = oneTab(recordOf(1), [{ ok: true, value: answerOf(2) }])
  const all = Promise.all([refresh(), refresh(), refresh()])
  await vi.advanceTimersByTimeAsync(150)
  expect((await all).map((outcome) => outcome.ok)).toEqual([true, true, true])
  expect(tab.sent).toEqual(['r1'])
})

test('§5 without a stored token it says Not logged in', async () => {
  const { tab, run } = oneTab(null)
  expect(await run()).toEqual(signedOut('Not logged in'))
  expect(tab.sent).toEqual([])
})

test('§5 without a refresh token it says No longer logged in and clears the session', async () => {
  const { tab, run } = oneTab({ ...recordOf(1), refresh_token: undefined })
  expect(await run()).toEqual(signedOut('No longer logged in'))
  expect(tab.stored).toBeNull()
})

test.each([400, 401])('§4, §8 a refusal with %i clears the session', async (status) => {
  const { tab, run } = oneTab(recordOf(1), [refused(status)])
  expect(await run()).toEqual(signedOut('Not logged in'))
  expect(tab.stored).toBeNull()
  expect(tab.sent).toEqual(['r1'])
})

test('a refusal of a token that another tab has replaced adopts the newer one', async () => {
  const { tab, run } = oneTab(recordOf(1), [
    () => setTimeout(() => (tab.stored = recordOf(2, Date.now() + 1000)), 100),
    refused(400),
  ])
  expect(await run()).toMatchObject({ ok: true, token: { access_token: 'a2' } })
  expect(tab.stored?.access_token).toBe('a2')
})

test('no answer, 429 and 503 are tried again after 1, 2 and 4 seconds', async () => {
  const { tab, run } = oneTab(recordOf(1), [
    lost,
    refused(503),
    refused(429),
    { ok: true, value: answerOf(2) },
  ])
  expect(await run()).toMatchObject({ ok: true })
  expect(tab.sent).toHaveLength(4)
})

test('a silent server does not end the session while the token holds', async () => {
  const { tab, run } = oneTab(recordOf(1))
  expect(await run()).toMatchObject({ ok: false })
  expect(tab.stored?.access_token).toBe('a1')
  expect(tab.sent).toHaveLength(4)
})

test('§4 a silent server clears the session once the token has expired', async () => {
  const { tab, run } = oneTab(recordOf(1, Date.now() - 60_000))
  expect(await run()).toMatchObject({ ok: false })
  expect(tab.stored).toBeNull()
})

describe('§8 a refresh that is not answered says what happened, and does not end the session', () => {
  test.each([
    [
      'the network fails',
      lost,
      'We couldn’t reach the server. Please check your connection and try again.',
    ],
    ['the server is down', refused(503), 'Received an unexpected response (503)'],
  ])('%s', async (_, answer, message) => {
    const { tab, run } = oneTab(recordOf(1), [answer, answer, answer, answer])
    const outcome = await run()
    expect(outcome).toMatchObject({ ok: false, message })
    expect(!outcome.ok && failureMessage(outcome.failure)).toBe(message)
    expect(tab.stored?.access_token).toBe('a1')
  })
})

describe('a refresh whose answer is slow (§7, decision 53)', () => {
  /** A server that answers each request after a delay, and the times of the requests. */
  function slowly(...answersAfterMs: number[]) {
    const startMs = Date.now()
    const tab = { stored: recordOf(1) as TokenRecord | null, askedAtMs: [] as number[] }
    const refresh = createRefresh({
      read: () => tab.stored,
      write: (token) => void (tab.stored = token),
      async request() {
        tab.askedAtMs.push(Date.now() - startMs)
        await new Promise((done) => setTimeout(done, answersAfterMs[tab.askedAtMs.length - 1]))
        return { ok: true, value: answerOf(2) }
      },
      revoke: () => {},
      withLock: (run) => run(0),
      nowMs: () => Date.now(),
    })
    return { tab, refresh }
  }

  test('after 15 seconds the next try begins, and the first answer to come counts', async () => {
    const { tab, refresh } = slowly(18_000, 60_000)
    const outcome = refresh()
    await vi.advanceTimersByTimeAsync(18_200)
    expect(await outcome).toMatchObject({ ok: true, token: { access_token: 'a2' } })
    expect(tab.askedAtMs).toEqual([0, 16_000])
  })

  test('an answer after 100 seconds still keeps the session', async () => {
    const { tab, refresh } = slowly(100_000, 100_000)
    const outcome = refresh()
    await vi.advanceTimersByTimeAsync(99_000)
    expect(await outcome).toMatchObject({
      ok: false,
      message: 'The server took too long to answer. Please try again.',
    })
    expect(tab.stored?.access_token).toBe('a1')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(tab.stored?.access_token).toBe('a2')
  })

  test('while it is on its way its token is sent once more at most, within the server’s grace', async () => {
    const { tab, refresh } = slowly(299_000, 299_000)
    void refresh()
    await vi.advanceTimersByTimeAsync(70_000)
    void refresh()
    await vi.advanceTimersByTimeAsync(70_000)
    expect(tab.askedAtMs).toEqual([0, 16_000])
  })

  test('signing out before it comes wins', async () => {
    const { tab, refresh } = slowly(100_000, 100_000)
    void refresh()
    await vi.advanceTimersByTimeAsync(90_000)
    tab.stored = null
    await vi.advanceTimersByTimeAsync(30_000)
    expect(tab.stored).toBeNull()
  })
})

test('signing out during a refresh wins, and the new tokens are ended', async () => {
  const { tab, run } = oneTab(recordOf(1), [
    () => (tab.stored = null),
    { ok: true, value: answerOf(2) },
  ])
  expect(await run()).toEqual(signedOut('Not logged in'))
  expect(tab.stored).toBeNull()
  expect(tab.revoked).toEqual(['a2'])
})

test('another user signing in during a refresh wins', async () => {
  const { tab, run } = oneTab(recordOf(1), [
    () => (tab.stored = recordOf(7, Date.now() + 1000)),
    { ok: true, value: answerOf(2) },
  ])
  expect(await run()).toMatchObject({ ok: true, token: { access_token: 'a7' } })
  expect(tab.stored?.access_token).toBe('a7')
  expect(tab.revoked).toEqual([])
})

describe('ten tabs', () => {
  /** The delay until other tabs read a write. */
  const STORAGE_LAG_MS = 120

  /** Tabs over one storage and one server that forgives nothing: a token presented twice ends the session. */
  function tabs(count: number) {
    const server = { generation: 1, requests: 0, isEnded: false }
    const views: (TokenRecord | null)[] = Array.from({ length: count }, () => recordOf(1))
    let lock = Promise.resolve()
    const write = (tab: number, token: TokenRecord | null) => {
      views[tab] = token
      setTimeout(() => views.fill(token), STORAGE_LAG_MS)
    }
    const refreshes = views.map((_, tab) =>
      createRefresh({
        read: () => views[tab] ?? null,
        write: (token) => write(tab, token),
        async request(refreshToken) {
          server.requests += 1
          await new Promise((done) => setTimeout(done, 40))
          if (server.isEnded || refreshToken !== `r${server.generation}`) {
            server.isEnded = true
            return refused(400)
          }
          server.generation += 1
          return { ok: true, value: answerOf(server.generation) }
        },
        revoke: () => {},
        withLock(run) {
          const askedAtMs = Date.now()
          const mine = lock.then(() => run(Date.now() - askedAtMs))
          lock = mine.then(
            () => {},
            () => {},
          )
          return mine
        },
        nowMs: () => Date.now(),
      }),
    )
    return { server, views, refreshes }
  }

  test('§4 refreshing together ask once and stay signed in', async () => {
    const { server, views, refreshes } = tabs(10)
    const all = Promise.all(refreshes.map((refresh) => refresh()))
    await vi.advanceTimersByTimeAsync(10_000)
    expect((await all).map((outcome) => outcome.ok)).toEqual(Array(10).fill(true))
    expect(server).toEqual({ generation: 2, requests: 1, isEnded: false })
    expect(views.every((view) => view?.access_token === 'a2')).toBe(true)
  })
})
