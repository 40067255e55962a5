import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JourneyStatus } from '#lib/codes.ts'
import { nextStatus, type JourneyEvent } from '#lib/purchases/journey-status.ts'
import { RUNS } from './runs.ts'

const EVENTS: readonly JourneyEvent[] = [
  'confirmed',
  'confirmed-without-car',
  'car-found',
  'changed-to-cash',
  'deposit-settled',
  'balance-settled',
  'agreement-accepted',
  'handed-over',
  'idle-limit-reached',
  'deposit-overdue',
  'bought',
  'hold-ended',
  'cancelled',
]

/** What a purchase has been through, kept apart from its status. */
interface Facts {
  isConfirmed: boolean
  hasCar: boolean
  hasAgreement: boolean
  end: JourneyStatus | null
}

/** Whether decision 22 (and 42 for reservations) lets an event happen to what has been through so much. */
const MAY: Record<JourneyEvent, (facts: Facts) => boolean> = {
  confirmed: ({ isConfirmed }) => !isConfirmed,
  'confirmed-without-car': ({ isConfirmed }) => !isConfirmed,
  'car-found': ({ isConfirmed, hasCar }) => isConfirmed && !hasCar,
  'changed-to-cash': ({ isConfirmed, hasAgreement }) => isConfirmed && !hasAgreement,
  'deposit-settled': ({ hasCar }) => hasCar,
  'balance-settled': ({ hasCar }) => hasCar,
  'agreement-accepted': ({ hasCar, hasAgreement }) => hasCar && !hasAgreement,
  'handed-over': ({ hasAgreement }) => hasAgreement,
  // A purchase with a car is never let go for want of a visit.
  'idle-limit-reached': ({ hasCar }) => !hasCar,
  // Nor is one that is agreed on, for want of money.
  'deposit-overdue': ({ hasCar, hasAgreement }) => hasCar && !hasAgreement,
  bought: ({ hasCar, hasAgreement }) => hasCar && !hasAgreement,
  'hold-ended': ({ hasCar, hasAgreement }) => hasCar && !hasAgreement,
  cancelled: () => true,
}

const THEN: Record<JourneyEvent, Partial<Facts>> = {
  confirmed: { isConfirmed: true, hasCar: true },
  'confirmed-without-car': { isConfirmed: true },
  'car-found': { hasCar: true },
  'changed-to-cash': {},
  'deposit-settled': {},
  'balance-settled': {},
  'agreement-accepted': { hasAgreement: true },
  'handed-over': { end: 'COMPLETE' },
  'idle-limit-reached': { end: 'EXPIRED' },
  'deposit-overdue': { end: 'EXPIRED' },
  bought: { end: 'COMPLETE' },
  'hold-ended': { end: 'EXPIRED' },
  cancelled: { end: 'CANCELLED' },
}

const statusOf = ({ isConfirmed, hasCar, hasAgreement, end }: Facts): JourneyStatus =>
  end ??
  (hasAgreement ? 'AGREEMENT' : hasCar ? 'CONFIRMED' : isConfirmed ? 'NOCARAVAIL' : 'STARTED')

test(`whatever happens to a purchase, its status says what it has been through (${RUNS} histories)`, () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 25 }), (events) => {
      let status: JourneyStatus = 'STARTED'
      let facts: Facts = { isConfirmed: false, hasCar: false, hasAgreement: false, end: null }
      for (const event of events) {
        const next = nextStatus(status, event)
        // After the hand-over only what the bank took back is paid again.
        const isPaidAgain = facts.end === 'COMPLETE' && event.endsWith('-settled')
        const may = isPaidAgain || (facts.end === null && MAY[event](facts))
        expect(next !== null).toBe(may)
        if (next === null) continue
        facts = { ...facts, ...THEN[event] }
        status = next
        expect(status).toBe(statusOf(facts))
      }
    }),
    { numRuns: RUNS },
  )
})
