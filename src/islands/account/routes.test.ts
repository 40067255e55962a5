import { expect, test } from 'vitest'
import type { CustomerRoute } from '#lib/shared/site-paths.ts'
import { parseHash, resolveRoute, SCREENS } from './routes.ts'

test.each<[string, CustomerRoute | null]>([
  ['#/agreements', 'agreements'],
  ['#/forgot?email=mia%40example.nz&code=abc', 'forgot'],
  ['', null],
  ['#/', null],
  ['#/nowhere', null],
  ['#/constructor', null],
])('%s is the route %s', (hash, route) => {
  expect(parseHash(hash).route).toBe(route)
})

test('the link of an email carries its address and code', () => {
  const { query } = parseHash('#/forgot?email=mia%40example.nz&code=abc')
  expect([query.get('email'), query.get('code')]).toEqual(['mia@example.nz', 'abc'])
})

// Specification §2, "Customer area"
test('each route has its heading', () => {
  expect(Object.entries(SCREENS).map(([route, { title }]) => [route, title])).toEqual([
    ['agreements', 'My Purchases'],
    ['quotes', 'My Quotes'],
    ['reservations', 'My Reservations'],
    ['profile', 'My Profile'],
    ['sign-in', 'Sign in'],
    ['create', 'Create an account'],
    ['forgot', 'Forgotten password'],
  ])
})

const visitor = { isSignedIn: false, hasReservations: false, mayTrade: true }
const customer = { isSignedIn: true, hasReservations: false, mayTrade: true }

test.each<[string, CustomerRoute | null, typeof visitor, CustomerRoute]>([
  ['a visitor goes to the sign-in', 'profile', visitor, 'sign-in'],
  ['a visitor can create an account', 'create', visitor, 'create'],
  ['everyone can reset a password', 'forgot', customer, 'forgot'],
  ['a customer skips the sign-in', 'sign-in', customer, 'agreements'],
  ['a customer sees their quotes', 'quotes', customer, 'quotes'],
  ['an unknown route shows My Purchases', null, customer, 'agreements'],
  [
    'reservations are there with the flag',
    'reservations',
    { ...customer, hasReservations: true },
    'reservations',
  ],
  ['reservations are not there without it', 'reservations', customer, 'agreements'],
  // Decision 59
  ['service staff go to the profile', null, { ...customer, mayTrade: false }, 'profile'],
  ['service staff cannot open the quotes', 'quotes', { ...customer, mayTrade: false }, 'profile'],
])('%s', (_, route, facts, shown) => {
  expect(resolveRoute({ route, ...facts })).toBe(shown)
})
