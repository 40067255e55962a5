import { expect, test } from 'vitest'
import { aQuote } from '#tests/builders/purchase-journey.ts'
import { promiseOutcome, withCredit, type PromiseFacts } from './price-promise.ts'

const facts: PromiseFacts = {
  status: 'CONFIRMED',
  payKind: 'cash',
  heldCents: 4_500_000,
  todayCents: 4_450_000,
  hasStood: true,
  isBalanceOnItsWay: false,
  isContractSigned: false,
  canRefinance: true,
}

test.each([
  ['a fall', {}, 'credit'],
  ['a fall while it waits for a car', { status: 'NOCARAVAIL' }, 'credit'],
  ['a fall after the agreement', { status: 'AGREEMENT' }, 'credit'],
  ['a fall of a moment ago', { hasStood: false }, 'wait'],
  ['a fall after the hand-over', { status: 'COMPLETE' }, 'nothing'],
  ['a fall before it is confirmed', { status: 'STARTED' }, 'nothing'],
  ['a fall after it was cancelled', { status: 'CANCELLED' }, 'nothing'],
  ['a rise', { todayCents: 4_600_000 }, 'nothing'],
  ['the same price', { todayCents: 4_500_000 }, 'nothing'],
  ['a car that is no longer sold so', { todayCents: null }, 'nothing'],
  ['a reservation', { payKind: 'reservation' }, 'nothing'],
  ['a balance on its way', { isBalanceOnItsWay: true }, 'later'],
  ['a loan', { payKind: 'finance' }, 'credit'],
  ['a lease', { payKind: 'lease' }, 'credit'],
  ['a loan that is signed', { payKind: 'finance', isContractSigned: true }, 'staff'],
  ['a loan after the agreement', { payKind: 'finance', status: 'AGREEMENT' }, 'staff'],
  ['a loan below its least amount', { payKind: 'finance', canRefinance: false }, 'staff'],
  ['a lease whose rent is paid', { payKind: 'lease', isContractSigned: true }, 'staff'],
  ['a lease that costs more today', { payKind: 'lease', canRefinance: false }, 'staff'],
] satisfies [string, Partial<PromiseFacts>, string][])(
  'the price promise: %s',
  (_, change, outcome) => {
    expect(promiseOutcome({ ...facts, ...change })).toBe(outcome)
  },
)

test('a credit is a line of the price, and every total follows', () => {
  const before = aQuote()
  const once = withCredit(before, { cents: 50_000, day: '2026-11-24', nth: 1, finance: null })
  const quote = withCredit(once, { cents: 1_000, day: '2026-11-30', nth: 2, finance: null })
  const sum = quote.lines.reduce((cents, { amountCents }) => cents + amountCents, 0)
  expect(sum - before.lines.reduce((cents, line) => cents + line.amountCents, 0)).toBe(-51_000)
  const { vehicleCents, accessoriesCents, onRoadCents, driveAwayCents } = quote.totals
  expect(driveAwayCents).toBe(before.totals.driveAwayCents - 51_000)
  expect(vehicleCents + accessoriesCents + onRoadCents - driveAwayCents).toBe(
    before.totals.vehicleCents +
      before.totals.accessoriesCents +
      before.totals.onRoadCents -
      before.totals.driveAwayCents,
  )
  expect(new Set(quote.lines.map(({ code }) => code)).size).toBe(quote.lines.length)
  expect(quote.totals.gstCents).toBe(Math.round((driveAwayCents * 3) / 23))
})
