// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeCall, failing, ok, problem, unreachable } from '#tests/builders/fake-call.ts'
import { $session, setAccessToken } from './session.ts'
import { beforeSignOut, signOut } from '#stores/sign-in/sign-in.ts'
import * as toasts from '#stores/site/toasts.ts'

// Specification §7: sign-out revokes once for the access token and once for the refresh token.

const token = { access_token: 'a1', refresh_token: 'r1', expires_in: 900, refreshAt: 9e15 }

/** A server that answers each revocation from a list, then with success. */
function server(...answers: unknown[]) {
  const { call, sent } = fakeCall({
    getConfig: () => ok({ clientId: 'storefront', clientSecret: 'public' }),
    revoke: () => (answers.shift() ?? ok(undefined)) as never,
  })
  const revoked = () =>
    sent
      .filter(({ name }) => name === 'revoke')
      .map(({ body }) => (body as { token: string }).token)
  return { call, revoked }
}

let said: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  vi.useFakeTimers()
  said = vi.spyOn(toasts, 'addToast').mockImplementation(() => {})
  said.mockClear()
  setAccessToken(token)
})
afterEach(() => {
  vi.useRealTimers()
})

async function signOutWith(call: Parameters<typeof signOut>[0]) {
  const done = signOut(call)
  await vi.advanceTimersByTimeAsync(0)
  await done
}

test('§7, §8 signing out without a connection reaches the server when there is one again', async () => {
  const { call, revoked } = server(unreachable, unreachable)
  await signOutWith(call)
  expect($session.get().token).toBeNull()
  expect(said.mock.calls).toMatchObject([
    [
      {
        text: 'Failed to sign out: We couldn’t reach the server. Please check your connection and try again.',
      },
    ],
  ])

  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)

  expect(revoked()).toEqual(['a1', 'r1', 'a1', 'r1'])
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(revoked()).toHaveLength(4)
  expect(said).toHaveBeenCalledTimes(1)
})

test('a page that is left does not wait for last changes to arrive', async () => {
  const { call, revoked } = server()
  const forget = beforeSignOut(() => new Promise(() => {}))
  void signOut(call)
  await vi.advanceTimersByTimeAsync(0)
  expect(revoked()).toEqual([])
  window.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(0)
  expect(revoked()).toEqual(['a1', 'r1'])
  forget()
})

test('revocations that failed are repeated after a while', async () => {
  const { call, revoked } = server(ok(undefined), problem(503), problem(503))
  await signOutWith(call)
  expect(revoked()).toEqual(['a1', 'r1'])
  await vi.advanceTimersByTimeAsync(4_999)
  expect(revoked()).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(revoked()).toEqual(['a1', 'r1', 'r1', 'r1'])
})

test('a refusal is not repeated', async () => {
  const refused = failing({ kind: 'unreadable', status: 401 })
  const { call, revoked } = server(refused, refused)
  await signOutWith(call)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(revoked()).toHaveLength(2)
  expect(said).toHaveBeenCalledTimes(1)
})

test('no token is stored while its revocation is pending', async () => {
  const { call } = server(unreachable, unreachable)
  await signOutWith(call)
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/"[ar]1"/)
  await vi.advanceTimersByTimeAsync(600_000)
})
