import { beforeEach, expect, test } from 'vitest'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { typedForms, whenDraftRestored } from './ended-session.ts'
import {
  $session,
  $storedPurchase,
  $storedService,
  endSession,
  actFor,
  setAccessToken,
  setCurrentUser,
} from './session.ts'

const token = { access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 1 }
const signIn = (id: number) => {
  setAccessToken(token)
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer({ id }) })
}

beforeEach(() => {
  setAccessToken(null)
  signIn(7)
  $storedPurchase.set('purchase of 7')
  $storedService.set('service of 7')
  typedForms.keep('profile', 'Mia typed this')
})

test('an expired session leaves nothing in storage, and says that it ended', () => {
  endSession()
  expect($session.get()).toEqual({ token: null, user: null, actingFor: null, hasEnded: true })
  expect([$storedPurchase.get(), $storedService.get()]).toEqual([undefined, undefined])
})

test('the same customer gets their drafts back, and pages wait for them', async () => {
  endSession()
  typedForms.drop('profile')
  const waited = whenDraftRestored()
  signIn(7)
  await waited
  expect([$storedPurchase.get(), $storedService.get()]).toEqual(['purchase of 7', 'service of 7'])
  expect(typedForms.before('profile')).toBe('Mia typed this')
  expect($session.get().hasEnded).toBeUndefined()
  expect(whenDraftRestored()).toBeUndefined()
})

test('newer drafts are kept', () => {
  endSession()
  $storedService.set('newer')
  signIn(7)
  expect($storedService.get()).toBe('newer')
})

test('another customer finds no drafts, nor does the first one after that', async () => {
  endSession()
  const waited = whenDraftRestored()
  signIn(8)
  await waited
  expect([$storedPurchase.get(), typedForms.before('profile')]).toEqual([undefined, undefined])
  signIn(7)
  expect([$storedPurchase.get(), typedForms.before('profile')]).toEqual([undefined, undefined])
})

test('signing out leaves no drafts', () => {
  setAccessToken(null)
  signIn(7)
  expect([$storedPurchase.get(), typedForms.before('profile')]).toEqual([undefined, undefined])
})

const signInStaff = (id: number) => {
  const staff = { id, firstName: 'Sam', lastName: 'Patel', email: 's@example.nz', roles: [] }
  setAccessToken(token)
  setCurrentUser({ type: 'STAFF', staff, customer: null })
}

test('a session of staff leaves no drafts of the customer they acted for', () => {
  setAccessToken(null)
  signInStaff(1)
  actFor(aCustomer())
  $storedPurchase.set('purchase of 7')
  endSession()
  signIn(7)
  expect($storedPurchase.get()).toBeUndefined()
})

test('a form that is left while its customer is signed in is forgotten', () => {
  typedForms.drop('profile')
  expect(typedForms.before('profile')).toBeUndefined()
})

test('the same member of staff finds their input; a customer of the same number does not', () => {
  setAccessToken(null)
  signInStaff(7)
  typedForms.keep('note', 'Sam typed this')
  endSession()
  typedForms.drop('note')
  signInStaff(7)
  expect(typedForms.before('note')).toBe('Sam typed this')
  endSession()
  signIn(7)
  expect(typedForms.before('note')).toBeUndefined()
  setAccessToken(null)
  signInStaff(7)
  expect(typedForms.before('note')).toBeUndefined()
})

test('another member of staff finds no input, nor does anyone after a sign-out', () => {
  setAccessToken(null)
  signInStaff(1)
  typedForms.keep('note', 'Sam typed this')
  endSession()
  signInStaff(2)
  expect(typedForms.before('note')).toBeUndefined()
  typedForms.keep('note', 'Kim typed this')
  setAccessToken(null)
  signInStaff(2)
  expect(typedForms.before('note')).toBeUndefined()
})
