import { expect, test } from 'vitest'
import { linksFor } from './links.ts'

const noRole = { hasCustomer: false, isStaff: false, mayTrade: true, hasReservations: false }

// Specification §2, "User menu"
test.each([
  [
    'a customer',
    { ...noRole, hasCustomer: true },
    [
      'My Profile /customer/#/profile',
      'My Quotes /customer/#/quotes',
      'My Purchases /customer/#/agreements',
    ],
  ],
  [
    'a customer, with reservations switched on',
    { ...noRole, hasCustomer: true, hasReservations: true },
    [
      'My Profile /customer/#/profile',
      'My Quotes /customer/#/quotes',
      'My Reservations /customer/#/reservations',
      'My Purchases /customer/#/agreements',
    ],
  ],
  [
    // Decision 60
    'staff with no customer',
    { ...noRole, isStaff: true, hasReservations: true },
    ['Customer Search /staff/#/search'],
  ],
  [
    'staff with a customer',
    { ...noRole, hasCustomer: true, isStaff: true },
    [
      'My Profile /customer/#/profile',
      'My Quotes /customer/#/quotes',
      'My Purchases /customer/#/agreements',
      'Customer Search /staff/#/search',
    ],
  ],
  [
    // Decision 59
    'service staff with a customer',
    { hasCustomer: true, isStaff: true, mayTrade: false, hasReservations: true },
    ['My Profile /customer/#/profile', 'Customer Search /staff/#/search'],
  ],
])('links of %s', (_, role, links) => {
  expect(linksFor(role).map(({ label, href }) => `${label} ${href}`)).toEqual(links)
})
