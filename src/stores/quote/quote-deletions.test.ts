// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Result } from '#lib/api/failure.ts'
import { aStaffUser } from '#tests/builders/session.ts'
import { failing, fakeCall, ok, problem, unreachable } from '#tests/builders/fake-call.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { $quoteDeletions, deleteQuoteLater, UNDO_MS, undoQuoteDeletion } from './quote-deletions.ts'
import { actFor, setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { signOut } from '#stores/sign-in/sign-in.ts'

beforeEach(() => {
  vi.useFakeTimers()
  setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 0 })
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
})
afterEach(() => {
  setAccessToken(null)
  vi.useRealTimers()
})

const server = fakeCall({
  getConfig: () => ok({ clientId: 'storefront', clientSecret: 'public', flags: {} }),
  revoke: () => ok(undefined),
})
const actAsStaff = () => {
  setCurrentUser(aStaffUser())
  actFor(aCustomer())
}

test('nothing is deleted until the time to undo is over', async () => {
  const { call, names } = fakeCall({ deleteQuote: () => ok(undefined) })
  deleteQuoteLater('q1', call)
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1)
  expect($quoteDeletions.get()).toEqual({ q1: 'waiting' })
  expect(names()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(names()).toEqual(['deleteQuote'])
  expect($quoteDeletions.get()).toEqual({ q1: 'deleted' })
})

test('a restored quote is never deleted', async () => {
  const { call, names } = fakeCall({ deleteQuote: () => ok(undefined) })
  deleteQuoteLater('q1', call)
  undoQuoteDeletion('q1')
  await vi.advanceTimersByTimeAsync(2 * UNDO_MS)
  expect(names()).toEqual([])
  expect($quoteDeletions.get()).toEqual({})
})

test.each([
  ['gone already is deleted', problem(404), { q1: 'deleted' }],
  ['of a confirmed purchase comes back', problem(409), {}],
  ['comes back when the server cannot be reached', unreachable, {}],
  ['comes back when the server fails', failing({ kind: 'unreadable', status: 500 }), {}],
])('a quote %s', async (_, answer, left) => {
  const { call } = fakeCall({ deleteQuote: () => answer })
  deleteQuoteLater('q1', call)
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect($quoteDeletions.get()).toEqual(left)
})

test.each([
  ['leaving the page', () => window.dispatchEvent(new Event('pagehide'))],
  ['signing out', () => signOut(server.call)],
  ['staff turning to another customer', () => actFor(aCustomer({ id: 8 }))],
])('%s deletes at once, in a request that outlives the page, and only once', async (_, leave) => {
  const { call, names, sent } = fakeCall({ deleteQuote: () => ok(undefined) })
  actAsStaff()
  deleteQuoteLater('q1', call)
  deleteQuoteLater('q2', call)
  undoQuoteDeletion('q2')
  void leave()
  // Sent within the event: a page that is left does nothing after it.
  expect(sent).toMatchObject([{ params: { id: 'q1' }, keepalive: true }])
  await vi.advanceTimersByTimeAsync(2 * UNDO_MS)
  expect(names()).toEqual(['deleteQuote'])
})

test('a deletion on its way cannot be undone', async () => {
  let answer = (_: Result<unknown>) => {}
  const { call } = fakeCall({ deleteQuote: () => new Promise((done) => (answer = done)) })
  deleteQuoteLater('q1', call)
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  undoQuoteDeletion('q1')
  expect($quoteDeletions.get()).toEqual({ q1: 'deleted' })
  answer(ok(undefined))
})

test('a session that ends elsewhere drops pending deletions', async () => {
  const { call, names } = fakeCall({ deleteQuote: () => ok(undefined) })
  deleteQuoteLater('q1', call)
  setAccessToken(null)
  await vi.advanceTimersByTimeAsync(2 * UNDO_MS)
  expect(names()).toEqual([])
  expect($quoteDeletions.get()).toEqual({})
})
