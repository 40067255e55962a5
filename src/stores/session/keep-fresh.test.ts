// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFresh } from './keep-fresh.ts'
import type { Refreshed } from './refresh.ts'
import { $session, setAccessToken, setCurrentUser } from './session.ts'

const START_MS = 1_000_000

const tokenUntil = (refreshAt: number, name = 'a') => ({
  access_token: name,
  refresh_token: 'r',
  expires_in: 900,
  refreshAt,
})

let stop = () => {}
/** A refresh that succeeds with a token for another quarter of an hour, or fails. */
const refresher = (isWorking = true) =>
  vi.fn(async (): Promise<Refreshed> => {
    if (!isWorking)
      return { ok: false, message: 'no', failure: { kind: 'network', reason: 'failed' } }
    const token = tokenUntil(Date.now() + 840_000, 'b')
    setAccessToken(token)
    return { ok: true, token }
  })
const keep = (refresh: () => Promise<Refreshed>) => {
  stop = keepFresh(refresh, () => Date.now())
}

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS })
})
afterEach(() => {
  stop()
  setAccessToken(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('§7, §9 a token is refreshed exactly 60 seconds before its expiry, and the next one too', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  setAccessToken(tokenUntil(START_MS + 900_000 - 60_000))
  const refresh = refresher()
  keep(refresh)
  await vi.advanceTimersByTimeAsync(839_999)
  expect(refresh).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(refresh).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(840_000)
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('decision 5: where staff leave a page open, their session is not refreshed until they are back', async () => {
  setAccessToken(tokenUntil(Date.now() + 840_000))
  setCurrentUser({ type: 'STAFF', staff: null, customer: null })
  const refresh = refresher()
  keep(refresh)
  await vi.advanceTimersByTimeAsync(840_000)
  expect(refresh).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3_500_000)
  expect(refresh).toHaveBeenCalledTimes(1)
  document.dispatchEvent(new Event('pointerdown'))
  await vi.advanceTimersByTimeAsync(0)
  expect(refresh).toHaveBeenCalledTimes(2)
  document.dispatchEvent(new Event('keydown'))
  await vi.advanceTimersByTimeAsync(840_000)
  expect(refresh).toHaveBeenCalledTimes(3)

  // Nobody comes back: the server says that the session has ended, and the page shows it.
  await vi.advanceTimersByTimeAsync(840_000 + 3_600_000)
  expect(refresh).toHaveBeenCalledTimes(4)
})

test('a token from a sign-in is refreshed too', async () => {
  const refresh = refresher()
  keep(refresh)
  await vi.advanceTimersByTimeAsync(60_000)
  setAccessToken(tokenUntil(Date.now() + 1_000))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(refresh).toHaveBeenCalledTimes(1)
})

test.each([
  ['is seen again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['has a connection again', () => window.dispatchEvent(new Event('online'))],
  ['comes back from history', () => window.dispatchEvent(new Event('pageshow'))],
])('a page that slept past the time refreshes when it %s', async (_, wake) => {
  setAccessToken(tokenUntil(START_MS + 840_000))
  const refresh = refresher()
  keep(refresh)
  vi.setSystemTime(START_MS + 3_600_000)
  wake()
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('without a connection nothing is tried, and the session is kept', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  setAccessToken(tokenUntil(START_MS - 1))
  const refresh = refresher()
  keep(refresh)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(refresh).not.toHaveBeenCalled()
  expect($session.get().token).not.toBeNull()
})

test('a refresh without an answer is tried again after a pause', async () => {
  setAccessToken(tokenUntil(START_MS - 1))
  const refresh = refresher(false)
  keep(refresh)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refresh.mock.calls.length).toBeGreaterThan(3)
  expect(refresh.mock.calls.length).toBeLessThan(9)
})

test('tokens that last less than a minute are not refreshed more often either', async () => {
  const refresh = vi.fn(async (): Promise<Refreshed> => {
    const token = tokenUntil(Date.now() - 30_000, `b${Date.now()}`)
    setAccessToken(token)
    return { ok: true, token }
  })
  setAccessToken(tokenUntil(START_MS - 1))
  keep(refresh)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refresh.mock.calls.length).toBeGreaterThan(3)
  expect(refresh.mock.calls.length).toBeLessThan(9)
})

test('after signing out nothing is refreshed', async () => {
  setAccessToken(tokenUntil(START_MS + 1_000))
  const refresh = refresher()
  keep(refresh)
  setAccessToken(null)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(refresh).not.toHaveBeenCalled()
})
