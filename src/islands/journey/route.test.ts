import { expect, test } from 'vitest'
import { parseJourneyHash, type StepFacts } from '#lib/purchases/journey-steps.ts'
import { journeyHash, resolveAddress } from './route.ts'

const unsaved: StepFacts = {
  id: 'new-quote',
  status: 'STARTED',
  payOption: 'CASH',
  hasConfirmedOwnerDetails: false,
  hasAppliedForFinancePreApproval: false,
  confirmedDate: null,
  hasTradeVehicles: false,
  furthestStep: 'configure',
}
const saved: StepFacts = { ...unsaved, id: 'J1', furthestStep: 'owner-details' }
const confirmed: StepFacts = {
  ...saved,
  status: 'CONFIRMED',
  hasConfirmedOwnerDetails: true,
  confirmedDate: '2026-11-20',
  furthestStep: 'payment',
}

test.each<[string, StepFacts, string, string]>([
  ['no address', unsaved, '', '#/new-quote/configure'],
  ['only an id', saved, '#/J1', '#/J1/owner-details/confirmation'],
  ['an unknown step', saved, '#/J1/engine', '#/J1/owner-details/confirmation'],
  ['a hidden step', saved, '#/J1/finance', '#/J1/owner-details/confirmation'],
  ['a disabled step', saved, '#/J1/confirm', '#/J1/owner-details/confirmation'],
  ['a step behind the deal', confirmed, '#/J1/quote', '#/J1/payment'],
  [
    'a base address',
    unsaved,
    '#/new-quote/owner-details',
    '#/new-quote/owner-details/contact-details',
  ],
  // decision 27: after signing in, the address of the unsaved quote leads on to the confirmation of the details
  [
    'the code screen, since saved',
    saved,
    '#/new-quote/owner-details/email-verification',
    '#/J1/owner-details/confirmation',
  ],
  ['another step, since saved', saved, '#/new-quote/trade-in', '#/J1/trade-in'],
  ['a query is kept', confirmed, '#/J1/payments?statusCode=PAID', '#/J1/payment?statusCode=PAID'],
])('%s moves on', (_, journey, from, to) => {
  expect(resolveAddress(parseJourneyHash(from), journey)).toMatchObject({
    hash: to,
    isElsewhere: true,
  })
  expect(resolveAddress(parseJourneyHash(to), journey)).toMatchObject({ isElsewhere: false })
})

test.each<[StepFacts, string]>([
  [unsaved, '#/new-quote/owner-details/sign-in'],
  [saved, '#/J1/configure'],
  [saved, '#/J1/owner-details/contact-details'],
  [confirmed, '#/J1/payment?statusCode=PAID'],
  [confirmed, '#/J1/complete'],
])('%o is shown at %s', (journey, hash) => {
  expect(resolveAddress(parseJourneyHash(hash), journey)).toMatchObject({ isElsewhere: false })
})

test('nothing is shown before a journey has loaded', () => {
  expect(resolveAddress(parseJourneyHash('#/J1/quote'), null)).toBeNull()
})

test('a hash carries its query', () => {
  expect(journeyHash('J1', 'payment', new URLSearchParams({ statusCode: 'PAID' }))).toBe(
    '#/J1/payment?statusCode=PAID',
  )
})
