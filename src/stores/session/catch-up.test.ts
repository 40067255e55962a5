// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { siteCall } from '#stores/site/api.ts'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { pageNowMs, refreshOnce } from './refresh.ts'
import {
  $customerRecord,
  $session,
  $storedPurchase,
  catchUp,
  setAccessToken,
  setCurrentUser,
} from './session.ts'

// A tab that slept: another one has written to storage, and the browser has not said so.

const token = { access_token: 'a1', refresh_token: 'r1', expires_in: 900, refreshAt: 9e15 }
const anotherTabStores = (session: object | null) =>
  session
    ? localStorage.setItem('session:1', JSON.stringify(session))
    : localStorage.removeItem('session:1')

let asked: string[]
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response('{}', { status: 200 })
  })
  setAccessToken(token)
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
  $storedPurchase.set('{}')
})

describe('when another tab has signed out', () => {
  test.each([null, { token: null, user: null, actingFor: null }])('as %j', (stored) => {
    anotherTabStores(stored)
    localStorage.removeItem('purchase:1')
    catchUp()
    expect($session.get().token).toBeNull()
    expect($customerRecord.get()).toBeNull()
    expect($storedPurchase.get()).toBeUndefined()
    expect(localStorage.getItem('purchase:1')).toBeNull()
  })

  test('no call is made for the former user', async () => {
    anotherTabStores(null)
    expect(await siteCall(getCurrentUser)).toMatchObject({ failure: { kind: 'signed-out' } })
    expect(asked).toEqual([])
  })

  test('a refresh does not bring the session back', async () => {
    anotherTabStores(null)
    expect(await refreshOnce()).toMatchObject({ ok: false, message: 'Not logged in' })
    expect(localStorage.getItem('session:1')).toBeNull()
    expect(asked).toEqual([])
  })
})

test('a token that another tab has refreshed is used by the next call', async () => {
  const sent = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'))
  vi.stubGlobal('fetch', sent)
  anotherTabStores({ ...$session.get(), token: { ...token, access_token: 'a2' } })
  await siteCall(getCurrentUser)
  expect(sent.mock.calls[0]?.[1].headers).toMatchObject({ authorization: 'Bearer a2' })
  expect($session.get().user?.customer?.id).toBe(7)
})

test('values that no tab has changed keep their identity', () => {
  catchUp()
  const before = $session.get()
  catchUp()
  expect($session.get()).toBe(before)
})

test('setting the clock of the computer does not move the clock of the page', () => {
  const before = pageNowMs()
  const wall = vi.spyOn(Date, 'now').mockReturnValue(before + 24 * 3_600_000)
  expect(pageNowMs() - before).toBeLessThan(1_000)
  wall.mockRestore()
})
