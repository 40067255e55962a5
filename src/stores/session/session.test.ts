import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Customer, CurrentUser } from '#lib/customers/shapes.ts'
import { aStaffUser } from '#tests/builders/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import {
  $customer,
  $customerRecord,
  $greetingName,
  $isActing,
  $session,
  $storedPurchase,
  $user,
  endStaleActing,
  actFor,
  noteActingEnd,
  noteActivity,
  setAccessToken,
  setCurrentUser,
  startOver,
  takeCustomer,
  updateCustomer,
} from './session.ts'
import { decodeSession, SIGNED_OUT } from './session-shape.ts'

const token = { access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 1 }
const mia: Customer = aCustomer()
const rawiri: Customer = aCustomer({ id: 8, name: { firstName: 'Rawiri', lastName: 'Kōpū' } })
const asCustomer: CurrentUser = { type: 'CUSTOMER', staff: null, customer: mia }
const asStaff: CurrentUser = aStaffUser({ roles: ['sales'] })

beforeEach(() => {
  setAccessToken(null)
})

describe('login state (specification §4)', () => {
  test('setting the access token to empty clears user, impersonated customer and purchase', () => {
    setAccessToken(token)
    setCurrentUser(asStaff)
    actFor(mia)
    $storedPurchase.set('{}')

    setAccessToken(null)

    expect($session.get()).toEqual(SIGNED_OUT)
    expect($storedPurchase.get()).toBeUndefined()
    expect($customerRecord.get()).toBeNull()
  })

  test('the current user is dropped if there is no token', () => {
    setCurrentUser(asCustomer)
    expect($user.get()).toBeNull()
  })

  test('a new token keeps the user', () => {
    setAccessToken(token)
    setCurrentUser(asCustomer)
    setAccessToken({ ...token, access_token: 'b' })
    expect($customer.get()?.id).toBe(7)
  })
})

describe('user and impersonation (specification §4)', () => {
  beforeEach(() => {
    setAccessToken(token)
  })

  test('staff selecting a customer sets the user’s customer and the impersonated one', () => {
    setCurrentUser(asStaff)
    actFor(mia)
    expect($user.get()?.customer?.id).toBe(7)
    expect($session.get().actingFor?.id).toBe(7)
    expect($isActing.get()).toBe(true)
  })

  test('setting the current user as staff while impersonating puts the customer on the user', () => {
    setCurrentUser(asStaff)
    actFor(mia)
    setCurrentUser(asStaff)
    expect($user.get()?.customer?.id).toBe(7)
  })

  test('signing out of the impersonation sets it to none', () => {
    setCurrentUser(asStaff)
    actFor(mia)
    actFor(null)
    expect($session.get().actingFor).toBeNull()
    expect($customer.get()).toBeNull()
    expect($user.get()?.type).toBe('STAFF')
  })

  test('a customer cannot impersonate', () => {
    setCurrentUser(asCustomer)
    actFor(rawiri)
    expect($customer.get()?.id).toBe(7)
    expect($isActing.get()).toBe(false)
  })

  test('the customer of a former member of staff is dropped for a customer', () => {
    setCurrentUser(asStaff)
    actFor(rawiri)
    setCurrentUser(asCustomer)
    expect($isActing.get()).toBe(false)
    expect($customer.get()?.id).toBe(7)
  })

  test('updating the customer replaces it on the user', () => {
    setCurrentUser(asCustomer)
    updateCustomer({ ...mia, name: { firstName: 'Amelia', lastName: 'Harris' } })
    expect($greetingName.get()).toBe('Amelia')
    expect($customerRecord.get()?.name.firstName).toBe('Amelia')
  })

  test('§4 updating the customer replaces it on the user, also where the ids differ', () => {
    setCurrentUser(asCustomer)
    updateCustomer(rawiri)
    expect($user.get()?.customer?.id).toBe(8)
    setCurrentUser(asStaff)
    actFor(mia)
    updateCustomer(rawiri)
    expect($user.get()?.customer?.id).toBe(8)
    expect($session.get().actingFor?.id).toBe(7)
  })

  test('updating the customer replaces it on the impersonation if it is the same one', () => {
    setCurrentUser(asStaff)
    actFor(mia)
    updateCustomer({ ...mia, name: { firstName: 'Amelia', lastName: 'Harris' } })
    expect($session.get().actingFor?.name.firstName).toBe('Amelia')
  })

  test('an answer about the last customer does not replace the one selected since', () => {
    setCurrentUser(asStaff)
    actFor(mia)
    actFor(rawiri)
    takeCustomer(mia)
    expect($session.get().actingFor?.id).toBe(8)
    expect($user.get()?.customer?.id).toBe(8)
  })

  test('switching the customer forgets the purchase, selecting the same one does not', () => {
    setCurrentUser(asStaff)
    actFor(mia)
    $storedPurchase.set('{}')
    actFor(mia)
    expect($storedPurchase.get()).toBe('{}')
    actFor(rawiri)
    expect($storedPurchase.get()).toBeUndefined()
  })

  // Decision 13
  test.each([
    ['a customer', () => setCurrentUser(asCustomer), 'Mia'],
    ['staff with no customer', () => setCurrentUser(asStaff), 'Sam'],
    ['staff with a customer', () => (setCurrentUser(asStaff), actFor(rawiri)), 'Rawiri'],
  ])('%s is greeted', (_, arrange, name) => {
    arrange()
    expect($greetingName.get()).toBe(name)
  })
})

describe('the end of acting (decision 12)', () => {
  const HOUR = 60 * 60_000
  beforeEach(() => {
    setAccessToken(token)
    setCurrentUser(asStaff)
    actFor(mia, 0)
  })

  test('comes after 30 minutes without activity', () => {
    expect(endStaleActing(30 * 60_000 - 1)).toBe(false)
    expect(endStaleActing(30 * 60_000)).toBe(true)
    expect($isActing.get()).toBe(false)
    expect($user.get()?.type).toBe('STAFF')
  })

  test('is shown until it is read, or a customer is selected', () => {
    endStaleActing(30 * 60_000)
    expect($session.get().hasActingEnded).toBe(true)
    noteActingEnd()
    expect($session.get().hasActingEnded).toBeUndefined()
    actFor(mia, 0)
    endStaleActing(30 * 60_000)
    actFor(rawiri)
    expect($session.get().hasActingEnded).toBeUndefined()
  })

  test('is delayed by activity, for four hours at most', () => {
    for (let atMs = 0; atMs < 4 * HOUR; atMs += 20 * 60_000) {
      expect(endStaleActing(atMs)).toBe(false)
      noteActivity(atMs)
    }
    expect(endStaleActing(4 * HOUR)).toBe(true)
  })
})

describe('the stored session', () => {
  // Decision 11: no last name, phone or address of a customer's own.
  test('has only the fields that the decision lists', () => {
    setAccessToken(token)
    setCurrentUser(asCustomer)
    expect($session.get()).toEqual({
      token,
      user: {
        type: 'CUSTOMER',
        staff: null,
        customer: { id: 7, name: { firstName: 'Mia' }, email: 'mia@example.nz' },
      },
      actingFor: null,
    })
  })

  test.each([
    '',
    'null',
    '{"token":7}',
    '{',
    '[]',
    '"session"',
    '{"token":null,"user":{"type":"OWNER","staff":null,"customer":null},"actingFor":null}',
    '{"token":{"access_token":"a","expires_in":"900","refreshAt":1},"user":null,"actingFor":null}',
    '{"token":null,"user":null,"actingFor":{"id":7,"name":{"firstName":"Mia"}}}',
  ])('reads as signed out when it is %j', (stored) => {
    expect(decodeSession(stored)).toEqual(SIGNED_OUT)
  })

  test('is restored unchanged', () => {
    setAccessToken(token)
    setCurrentUser(asStaff)
    actFor(mia, 5)
    expect(decodeSession(JSON.stringify($session.get()))).toEqual($session.get())
  })
})

describe('§4 startOver (decision 9)', () => {
  const visit = (href: string) => {
    const seen: string[] = []
    startOver({
      location: { href } as Location,
      history: {
        state: null,
        replaceState: (_state, _title, address) => void seen.push(String(address)),
      } as History,
    })
    return seen
  }

  test('clears session and purchase and leaves the address without it', () => {
    setAccessToken(token)
    $storedPurchase.set('{}')
    expect(visit('https://shop.example/purchase/?kdcd=X&startOver=1#/a')).toEqual([
      'https://shop.example/purchase/?kdcd=X#/a',
    ])
    expect($session.get()).toEqual(SIGNED_OUT)
    expect($storedPurchase.get()).toBeUndefined()
  })

  test('sends unsent changes with the session that is cleared', async () => {
    const sent = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'))
    vi.stubGlobal('fetch', sent)
    setAccessToken(token)
    const pending = { 'journey-1': { patch: { outletCode: 'AKL01' }, base: {}, version: 3 } }
    $storedPurchase.set(
      JSON.stringify({ newPurchase: null, ownerDrafts: {}, pending, paymentSessions: {} }),
    )
    visit('https://shop.example/?startOver=1')
    expect($session.get()).toEqual(SIGNED_OUT)
    expect($storedPurchase.get()).toBeUndefined()
    await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce())
    const [url, init] = sent.mock.calls[0]!
    expect(url).toBe('/api/purchase-journey/journey-1')
    expect(init).toMatchObject({
      method: 'PATCH',
      keepalive: true,
      body: '{"outletCode":"AKL01"}',
      headers: { authorization: `Bearer ${token.access_token}`, 'if-match': '"v3"' },
    })
    vi.unstubAllGlobals()
  })

  test('changes nothing when it is not requested', () => {
    setAccessToken(token)
    expect(visit('https://shop.example/?start=1')).toEqual([])
    expect($session.get().token).toEqual(token)
  })
})
