import { describe, expect, test } from 'vitest'
import type { JourneyStatus, PayOption } from '#lib/codes.ts'
import {
  furthestStep,
  parseJourneyHash,
  stepFacts,
  stepsFor,
  type Step,
  type StepFacts,
} from './journey-steps.ts'
import { journey, unsaved } from './journey-steps.fixture.ts'

const shown = (facts: StepFacts | null) => stepsFor(facts).map(({ step }) => step)
const enabled = (facts: StepFacts | null) =>
  stepsFor(facts).flatMap(({ step, isEnabled }) => (isEnabled ? [step] : []))
const completed = (facts: StepFacts) =>
  stepsFor(facts).flatMap(({ step, isCompleted }) => (isCompleted ? [step] : []))
const subSteps = (facts: StepFacts, wanted: Step) =>
  stepsFor(facts)
    .find(({ step }) => step === wanted)
    ?.subSteps.map(({ subStep }) => subStep)

describe('specification §2: the steps', () => {
  test('in order, by the names on the screen', () => {
    expect(stepsFor(journey()).map(({ step, label }) => [step, label])).toEqual([
      ['configure', 'Configure'],
      ['quote', 'Quote'],
      ['trade-in', 'Trade-in'],
      ['owner-details', 'Owner details'],
      ['finance', 'Finance pre-approval'],
      ['confirm', 'Confirmation'],
      ['payment', 'Payment'],
      ['complete', 'Complete'],
    ])
  })

  test('§1: trade-in and finance pre-approval are optional', () => {
    expect(
      stepsFor(journey()).flatMap(({ step, isOptional }) => (isOptional ? [step] : [])),
    ).toEqual(['trade-in', 'finance'])
  })

  test.each<[PayOption, Step[]]>([
    ['CASH', ['finance']],
    ['FINANCE', []],
    ['LOANCLASIC', []],
    ['LOANFLEXI', []],
    ['LEASE', ['trade-in']],
    ['LEASELC', ['trade-in']],
    ['LEASETC', ['trade-in']],
    ['LEASEUC', ['trade-in']],
    ['RESERVATION', ['trade-in', 'finance']],
  ])('%s hides %j', (payOption, hidden) => {
    const all = [
      'configure',
      'quote',
      'trade-in',
      'owner-details',
      'finance',
      'confirm',
      'payment',
      'complete',
    ]
    expect(shown(journey({ payOption }))).toEqual(
      all.filter((step) => !hidden.includes(step as Step)),
    )
  })

  test('without a journey Finance is hidden and nothing is enabled or completed', () => {
    expect(shown(null)).not.toContain('finance')
    expect(shown(null)).toContain('trade-in')
    expect(enabled(null)).toEqual([])
    expect(stepsFor(null).some(({ isCompleted }) => isCompleted)).toBe(false)
  })

  test('owner details: sign-in only while unsaved, confirmation only once saved', () => {
    expect(subSteps(journey(unsaved), 'owner-details')).toEqual([
      'contact-details',
      'email-verification',
      'sign-in',
    ])
    expect(subSteps(journey(), 'owner-details')).toEqual([
      'contact-details',
      'email-verification',
      'confirmation',
    ])
  })

  test('finance: the last three are hidden once applied for', () => {
    expect(subSteps(journey(), 'finance')).toEqual([
      '',
      'assets-income',
      'liabilities',
      'signature',
    ])
    expect(subSteps(journey({ hasAppliedForFinancePreApproval: true }), 'finance')).toEqual([''])
  })

  test('finance opens with Residence & Employment', () => {
    expect(stepsFor(journey()).find(({ step }) => step === 'finance')?.subSteps[0]?.label).toBe(
      'Residence & Employment',
    )
  })
})

// specification §4: which steps a status enables
test.each<[JourneyStatus, boolean, Step[]]>([
  ['STARTED', false, ['configure', 'quote', 'trade-in', 'owner-details', 'finance']],
  ['STARTED', true, ['configure', 'quote', 'trade-in', 'owner-details', 'finance', 'confirm']],
  ['CONFIRMED', true, ['payment', 'complete']],
  ['CONFIRMED', false, ['payment', 'complete']],
  ['AGREEMENT', true, ['payment']],
  ['NOCARAVAIL', true, ['payment']],
  ['COMPLETE', true, ['payment']],
  ['CANCELLED', true, ['payment']],
  ['EXPIRED', true, ['payment']],
])('%s, owner confirmed %s, enables %j', (status, hasConfirmedOwnerDetails, steps) => {
  expect(enabled(journey({ status, hasConfirmedOwnerDetails }))).toEqual(steps)
})

describe('specification §2: completed steps', () => {
  test.each<[string, Partial<StepFacts>, Step[]]>([
    ['a new journey', {}, []],
    ['trade vehicles present', { hasTradeVehicles: true }, ['trade-in']],
    ['owner details confirmed', { hasConfirmedOwnerDetails: true }, ['owner-details']],
    ['applied for pre-approval', { hasAppliedForFinancePreApproval: true }, ['finance']],
    ['a confirmed date', { confirmedDate: '2026-11-20' }, ['confirm']],
    ['before the furthest', { furthestStep: 'trade-in' }, ['configure', 'quote']],
    [
      'hidden steps do not shift the furthest (decision 25)',
      { payOption: 'RESERVATION', furthestStep: 'confirm' },
      ['configure', 'quote', 'owner-details'],
    ],
    [
      'flag and furthest together',
      { hasAppliedForFinancePreApproval: true, furthestStep: 'quote' },
      ['configure', 'finance'],
    ],
    ['an unknown furthest step', { furthestStep: 'handover' }, []],
  ])('%s', (_, facts, steps) => {
    expect(completed(journey(facts))).toEqual(steps)
  })
})

// decision 25
test.each<[string, Step, Step]>([
  ['configure', 'quote', 'quote'],
  ['confirm', 'quote', 'confirm'],
  ['confirm', 'confirm', 'confirm'],
  ['handover', 'trade-in', 'trade-in'],
  ['', 'configure', 'configure'],
])('furthest %s, reaching %s, is %s', (stored, reached, furthest) => {
  expect(furthestStep(stored, reached)).toBe(furthest)
})

test.each([
  ['', '', '', '', ''],
  ['#/', '', '', '', ''],
  ['#/new-quote', 'new-quote', '', '', ''],
  ['#/j-1/quote', 'j-1', 'quote', '', ''],
  ['#/j-1/finance/liabilities', 'j-1', 'finance', 'liabilities', ''],
  ['#/j-1/payment?statusCode=PAID', 'j-1', 'payment', '', 'statusCode=PAID'],
])('the hash %s is read', (hash, id, step, subStep, query) => {
  const address = parseJourneyHash(hash)
  expect({ ...address, query: address.query.toString() }).toEqual({ id, step, subStep, query })
})

test('the facts are taken from a journey', () => {
  expect(
    stepFacts({
      id: 'journey-1',
      status: { purchaseJourneyStatusCode: 'CONFIRMED' },
      currentQuote: { payOption: 'CASH' },
      hasConfirmedOwnerDetails: true,
      hasAppliedForFinancePreApproval: false,
      confirmedDate: '2026-11-20',
      tradeInformation: { vehicles: [{}] },
      metadata: { furthestStep: 'payment' },
    }),
  ).toEqual(
    journey({
      status: 'CONFIRMED',
      payOption: 'CASH',
      hasConfirmedOwnerDetails: true,
      confirmedDate: '2026-11-20',
      hasTradeVehicles: true,
      furthestStep: 'payment',
    }),
  )
})
