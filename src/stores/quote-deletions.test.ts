// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failing, fakeCall, ok, problem, unreachable } from '#tests/builders/fake-call.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { $quoteDeletions, deleteQuoteLater, UNDO_MS, undoQuoteDeletion } from './quote-deletions.ts'
import { setAccessToken, setCurrentUser } from './session.ts'

beforeEach(() => {
  vi.useFakeTimers()
  setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 0 })
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
})
afterEach(() => {
  setAccessToken(null)
  vi.useRealTimers()
})

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

test('a quote that is had back is never deleted', async () => {
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

test('signing out deletes nothing', async () => {
  const { call, names } = fakeCall({ deleteQuote: () => ok(undefined) })
  deleteQuoteLater('q1', call)
  setAccessToken(null)
  await vi.advanceTimersByTimeAsync(2 * UNDO_MS)
  expect(names()).toEqual([])
  expect($quoteDeletions.get()).toEqual({})
})
