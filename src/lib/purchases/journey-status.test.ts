import { expect, test } from 'vitest'
import { JOURNEY_STATUSES, type JourneyStatus } from '#lib/codes.ts'
import { nextStatus, type JourneyEvent } from './journey-status.ts'

// decision 22
const TRANSITIONS: [JourneyStatus, JourneyEvent, JourneyStatus][] = [
  ['STARTED', 'confirmed', 'CONFIRMED'],
  ['STARTED', 'confirmed-without-car', 'NOCARAVAIL'],
  ['NOCARAVAIL', 'car-found', 'CONFIRMED'],
  // decision 34: the cash path stays open
  ['CONFIRMED', 'changed-to-cash', 'CONFIRMED'],
  ['NOCARAVAIL', 'changed-to-cash', 'NOCARAVAIL'],
  ['CONFIRMED', 'deposit-settled', 'CONFIRMED'],
  ['CONFIRMED', 'balance-settled', 'CONFIRMED'],
  // Money that was on its way while the agreement was made.
  ['AGREEMENT', 'deposit-settled', 'AGREEMENT'],
  ['AGREEMENT', 'balance-settled', 'AGREEMENT'],
  ['CONFIRMED', 'agreement-accepted', 'AGREEMENT'],
  ['AGREEMENT', 'handed-over', 'COMPLETE'],
  // Money that the bank took back is paid again.
  ['COMPLETE', 'deposit-settled', 'COMPLETE'],
  ['COMPLETE', 'balance-settled', 'COMPLETE'],
  ['STARTED', 'idle-limit-reached', 'EXPIRED'],
  ['NOCARAVAIL', 'idle-limit-reached', 'EXPIRED'],
  // decision 64
  ['CONFIRMED', 'deposit-overdue', 'EXPIRED'],
  // decision 42
  ['CONFIRMED', 'bought', 'COMPLETE'],
  ['CONFIRMED', 'hold-ended', 'EXPIRED'],
  ['STARTED', 'cancelled', 'CANCELLED'],
  ['CONFIRMED', 'cancelled', 'CANCELLED'],
  ['NOCARAVAIL', 'cancelled', 'CANCELLED'],
  ['AGREEMENT', 'cancelled', 'CANCELLED'],
]

test.each(TRANSITIONS)('%s, %s, becomes %s', (from, event, to) => {
  expect(nextStatus(from, event)).toBe(to)
})

test('no other event changes a status', () => {
  const allowed = new Set(TRANSITIONS.map(([from, event]) => `${from} ${event}`))
  const events = new Set(TRANSITIONS.map(([, event]) => event))
  for (const from of JOURNEY_STATUSES)
    for (const event of events)
      if (!allowed.has(`${from} ${event}`)) expect(nextStatus(from, event)).toBeNull()
})
