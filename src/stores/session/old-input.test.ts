// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#lib/shared/durations.ts'
import { aToken } from '#tests/builders/session.ts'

// A browser that several people use: what a visitor typed is gone when the next one comes.

const NOW_MS = Date.parse('2026-11-24T00:00:00Z')
const CAR = {
  startKdcd: 'TN27H-A',
  request: { kdcd: 'TN27H-A' },
  vehicles: [{ registration: 'A' }],
}
const typed = (savedAtMs?: number) =>
  JSON.stringify({
    newPurchase: CAR,
    ownerDrafts: { 'new-quote': { firstName: 'Hinewai' } },
    pending: {},
    paymentSessions: {},
    savedAtMs,
  })

/** Opens a page that is loaded now. */
async function openPage() {
  vi.resetModules()
  await import('./session.ts')
}
const stored = (key: string) => localStorage.getItem(key)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] })
  localStorage.clear()
})

test('a visitor’s purchase goes after a day', async () => {
  localStorage.setItem('purchase:1', typed(NOW_MS - DAY_MS + 1))
  await openPage()
  expect(stored('purchase:1')).toContain('Hinewai')
  for (const old of [typed(NOW_MS - DAY_MS), typed()]) {
    localStorage.setItem('purchase:1', old)
    await openPage()
    expect(stored('purchase:1')).toBeNull()
  }
})

const signIn = () =>
  localStorage.setItem(
    'session:1',
    JSON.stringify({ token: aToken(), user: null, actingFor: null }),
  )

test('what a signed-in customer has not saved yet stays', async () => {
  signIn()
  localStorage.setItem('purchase:1', typed(0))
  await openPage()
  expect(stored('purchase:1')).toContain('Hinewai')
})

test.each([
  ['without a session', () => {}],
  ['with one', signIn],
])('an unfinished booking goes after a day, %s', async (_, given) => {
  given()
  localStorage.setItem('service:1', JSON.stringify({ note: 'Code 1', savedAtMs: NOW_MS - DAY_MS }))
  await openPage()
  expect(stored('service:1')).toBeNull()
  localStorage.setItem('service:1', JSON.stringify({ note: 'Code 1', savedAtMs: NOW_MS }))
  await openPage()
  expect(stored('service:1')).not.toBeNull()
})

test('what is not of ours in storage stops no page', async () => {
  for (const key of ['purchase:1', 'service:1']) localStorage.setItem(key, '{"')
  await openPage()
})
