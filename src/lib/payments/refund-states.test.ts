import { expect, test } from 'vitest'
import { disputeObstacle, refundMayMove, refundNote, refundView } from './refund-states.ts'

test.each([
  ['DUE', null, null, 'We’re arranging it'],
  ['BY_HAND', null, null, 'We’re arranging it'],
  ['PENDING', null, null, 'On its way'],
  ['BY_HAND', 'expired card', null, 'Didn’t go through. We’ll contact you to send it another way'],
  ['DONE', null, 'system', 'Sent on 24 November 2026'],
  ['DONE', null, 'staff:2', 'Sent on 24 November 2026'],
  ['DONE', null, 'dispute', 'Returned by your bank on 24 November 2026'],
] as const)(
  'a refund that is %s (%s, by %s) is said to be: %s',
  (status, failure, done_by, said) => {
    expect(refundNote(refundView({ status, failure, done_by }), '24 November 2026')).toBe(said)
  },
)

test('a refund that failed never succeeds, and one that was sent may still be returned', () => {
  expect(refundMayMove('BY_HAND', 'succeeded')).toBe(false)
  expect(refundMayMove('DONE', 'failed')).toBe(true)
  expect(refundMayMove('DONE', 'pending')).toBe(false)
})

test('a dispute keeps the car until it is won, or lost and settled', () => {
  const amountCents = 100_000
  const of = (status: 'OPEN' | 'WON' | 'LOST', isWaiting: boolean) =>
    disputeObstacle([{ status, amountCents, isWaiting }])
  expect(of('OPEN', true)).toMatch(/disputes a payment of \$1,000\. Don’t hand over the car/)
  expect(of('LOST', true)).toMatch(/has taken back \$1,000\. Don’t hand over the car/)
  expect(of('LOST', false)).toBeNull()
  expect(of('WON', false)).toBeNull()
})
