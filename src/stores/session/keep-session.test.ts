// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeCall, ok } from '#tests/builders/fake-call.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'

// §7: the current user is fetched after sign-in, and once on load if a token exists.

const token = { access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 9e15 }
const mia = { type: 'CUSTOMER', staff: null, customer: aCustomer() }
const server = () =>
  fakeCall({
    getConfig: () => ok({ clientId: 'storefront', clientSecret: 'public' }),
    token: () =>
      ok({ access_token: 'b', refresh_token: 's', token_type: 'Bearer', expires_in: 900 }),
    getCurrentUser: () => ok(mia),
  })

/** A page that loads with this in storage. */
async function load(stored: object | null) {
  vi.resetModules()
  localStorage.clear()
  if (stored) localStorage.setItem('session:1', JSON.stringify(stored))
  return { ...(await import('#stores/sign-in/sign-in.ts')), ...(await import('./session.ts')) }
}

beforeEach(() => vi.useFakeTimers())

test('§7 a page with a token fetches its user once', async () => {
  const { call, names } = server()
  const { keepSession, $customer } = await load({ token, user: null, actingFor: null })
  keepSession(call)
  keepSession(call)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(names()).toEqual(['getCurrentUser'])
  expect($customer.get()?.id).toBe(7)
})

test('§7 a page without one asks nothing', async () => {
  const { call, names } = server()
  const { keepSession } = await load(null)
  keepSession(call)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(names()).toEqual([])
})

test('§7 after signing in it is fetched once, not again by the page', async () => {
  const { call, names } = server()
  const { keepSession, signIn } = await load(null)
  await signIn('mia@example.nz', 'secret', call)
  keepSession(call)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(names()).toEqual(['getConfig', 'token', 'getCurrentUser'])
})

test('§7 it is fetched once, however many parts of the page ask for it', async () => {
  const { call, names } = server()
  const { loadCurrentUser, signIn, $session } = await load(null)
  // The purchase step that a code leads to asks as soon as there is a token.
  $session.listen(({ token, user }) => {
    if (token && !user) void loadCurrentUser(call)
  })
  await signIn('mia@example.nz', '123456', call)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(names()).toEqual(['getConfig', 'token', 'getCurrentUser'])
})

test('§4 the stored session is restored before the page renders', async () => {
  const user = { type: 'CUSTOMER', staff: null, customer: { id: 7, name: { firstName: 'Mia' } } }
  const { $greetingName } = await load({ token, user, actingFor: null })
  expect($greetingName.get()).toBe('Mia')
})

// Decision 12
test.each([
  ['half an hour after the last move', 0, 1_790_500],
  ['four hours after it began', 230 * 60_000 + 500, 599_500],
])('acting for a customer ends on time, %s', async (_, actedForMs, leftMs) => {
  vi.setSystemTime(1_000_000_000_000)
  const nowMs = Date.now()
  const person = { id: 7, name: { firstName: 'Mia', lastName: 'Harris' }, email: 'mia@example.nz' }
  const staff = { id: 1, firstName: 'Sam', lastName: 'Patel', email: 's@example.nz', roles: [] }
  const { call } = fakeCall({
    getCurrentUser: () => ok({ type: 'STAFF', staff, customer: null }),
    startActing: () => ok({ acting: { customerId: 7, startedAt: '', endsAt: '' } }),
    endActing: () => ok(null),
  })
  const { keepSession, $isActing } = await load({
    token,
    user: { type: 'STAFF', staff, customer: person },
    actingFor: {
      ...person,
      startedAtMs: nowMs - actedForMs,
      lastActiveAtMs: nowMs - (actedForMs ? 0 : 9_500),
    },
  })
  keepSession(call)
  await vi.advanceTimersByTimeAsync(leftMs - 1)
  expect($isActing.get()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect($isActing.get()).toBe(false)
})
