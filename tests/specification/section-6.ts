import type { Row } from './rows.ts'

const CLIENT = 'src/lib/api/client.test.ts'
const MENU = 'src/islands/menu/UserMenu.test.tsx'
const AUTHORIZATION = 'tests/api/authorization.test.ts'
const ACCOUNT_ROUTES = 'src/islands/account/routes.test.ts'
const STAFF = 'src/islands/staff/Staff.test.tsx'
const SEARCH = 'src/islands/staff/CustomerSearch.test.tsx'

/** Roles and permissions. */
export const rows: Row[] = [
  ['visitors see the login menu', MENU, 'offers to log in and to register'],
  ['the calls of anybody send no token', CLIENT, '§6 anybody may call %s, which sends no token'],
  ['the calls of a customer send it', CLIENT, '§6 %s sends the bearer token'],
  [
    'they are refused without one',
    'tests/api/contract.test.ts',
    '$name is answered with 401 without a token',
  ],
  ['who may call what', AUTHORIZATION, '$name: $actor is answered $answer'],
  ['each call has its rule', AUTHORIZATION, 'has a row for each call, and the matrix too'],
  ['a customer is led to what is theirs', MENU, 'a customer is led to what is theirs'],
  ['visitors are not', ACCOUNT_ROUTES, 'a visitor is led to signing in'],
  ['reservations by the flag', ACCOUNT_ROUTES, 'reservations are not there without it'],
  [
    'another customer is answered 403',
    AUTHORIZATION,
    'another customer’s number is refused alike, whether there is such a customer or not',
  ],
  ['Customer Search is for staff', 'tests/api/customer-search.test.ts', 'is for staff'],
  [
    'staff are led to it',
    MENU,
    'decision 60: staff who act for no customer see Customer Search and Log out',
  ],
  [
    'service staff are offered what their role may open',
    MENU,
    'decision 59: service staff acting for a customer are offered what their role may open',
  ],
  ['and are led to the profile', ACCOUNT_ROUTES, 'service staff are led to the profile'],
  ['staff act for a customer', SEARCH, 'staff find a customer and act for them'],
  ['customers do not', 'src/stores/session.test.ts', 'a customer cannot impersonate'],
  ['Hello and the name', 'src/stores/sign-in.test.ts', '§6, §8 staff are greeted by name'],
  [
    'the staff area is closed to customers',
    STAFF,
    'a customer is told that the area is not theirs',
  ],
  [
    'the customer area to staff without a customer',
    'src/islands/account/Account.test.tsx',
    'staff without a customer are shown the way to one',
  ],
]
