import { expect, test } from 'vitest'
import { offerDueDay, takesTradeIn } from './trade-in-offers.ts'

test.each([
  ['a Monday', '2026-11-23T09:00:00+13:00', '2026-11-25'],
  ['a Thursday', '2026-11-26T09:00:00+13:00', '2026-11-30'],
  ['a Saturday', '2026-11-28T09:00:00+13:00', '2026-12-01'],
  ['Christmas Eve', '2026-12-24T09:00:00+13:00', '2026-12-30'],
])('an offer requested on %s is promised for the second working day after', (_, at, day) => {
  expect(offerDueDay(new Date(at))).toBe(day)
})

test.each([
  ['confirmed, cash', { status: 'CONFIRMED', payOption: 'CASH' }, true],
  ['waiting for a car', { status: 'NOCARAVAIL', payOption: 'LOANCLASIC' }, true],
  ['with its agreement accepted', { status: 'AGREEMENT', payOption: 'CASH' }, false],
  ['a lease', { status: 'CONFIRMED', payOption: 'LEASE' }, false],
  ['cancelled', { status: 'CANCELLED', payOption: 'CASH' }, false],
] as const)('decision 62: a trade-in after confirming: %s', (_, purchase, isTaken) => {
  expect(takesTradeIn(purchase)).toBe(isTaken)
})
