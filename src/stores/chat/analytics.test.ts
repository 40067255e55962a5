import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#lib/customers/shapes.ts'
import { aStaffUser } from '#tests/builders/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { keepDataLayer } from './analytics.ts'
import { actFor, setAccessToken, setCurrentUser } from '#stores/session/session.ts'

const token = { access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 1 }
const mia: CurrentUser = { type: 'CUSTOMER', staff: null, customer: aCustomer() }
const sam: CurrentUser = aStaffUser({ id: 7 })
const signIn = (user: CurrentUser) => {
  setAccessToken(token)
  setCurrentUser(user)
}
const page: { dataLayer?: unknown[] } = {}
let stop = () => {}

beforeEach(() => {
  delete page.dataLayer
  vi.stubGlobal('window', page)
  setAccessToken(null)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

// Specification §4, "Chat widget": the user id is pushed to the analytics data layer on login.
test('§4 signing in pushes the user’s id, signing out takes it back', () => {
  stop = keepDataLayer()
  expect(page.dataLayer).toBeUndefined()
  signIn(mia)
  setAccessToken({ ...token, access_token: 'b' })
  setCurrentUser(mia)
  expect(page.dataLayer).toEqual([{ event: 'login', userId: '7' }])
  setAccessToken(null)
  expect(page.dataLayer?.at(-1)).toEqual({ event: 'logout', userId: null })
})

test('a page that opens signed in pushes the id without a sign-in event', () => {
  signIn(mia)
  page.dataLayer = ['theirs']
  stop = keepDataLayer()
  expect(page.dataLayer).toEqual(['theirs', { userId: '7' }])
})

test('§4 signing in pushes an id of staff as well: their number, not their address', () => {
  stop = keepDataLayer()
  signIn(sam)
  setAccessToken(null)
  expect(page.dataLayer).toEqual([
    { event: 'login', userId: 'staff-7' },
    { event: 'logout', userId: null },
  ])
})

// Decision 12
test('while staff act for a customer there is no id, neither theirs nor the customer’s', () => {
  signIn(sam)
  actFor(aCustomer())
  stop = keepDataLayer()
  setCurrentUser(sam)
  expect(page.dataLayer).toBeUndefined()
  actFor(null)
  actFor(aCustomer())
  expect(page.dataLayer).toEqual([{ userId: 'staff-7' }, { userId: null }])
})
