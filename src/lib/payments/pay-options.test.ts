import { describe, expect, test } from 'vitest'
import { PAY_OPTIONS, type JourneyStatus, type PayOption } from '#lib/codes.ts'
import { paymentFacts } from './deal-sums.ts'
import {
  balanceDue,
  depositDue,
  isFinance,
  isLease,
  isReservation,
  outstandingCents,
  tradeInEquity,
  type DealFacts,
  type PaymentJourneyFacts,
} from './pay-options.ts'

test.each([
  [isFinance, ['FINANCE', 'LOANCLASIC', 'LOANFLEXI']],
  [isLease, ['LEASE', 'LEASELC', 'LEASETC', 'LEASEUC']],
  [isReservation, ['RESERVATION']],
])('%o covers %j', (is, payOptions) => {
  expect(PAY_OPTIONS.filter(is)).toEqual(payOptions)
})

const deal = (payOption: PayOption, depositDueCents: number, paymentCents?: number): DealFacts => ({
  payOption,
  totals: { driveAwayCents: 4_444_000, depositDueCents },
  finance:
    paymentCents === undefined
      ? null
      : { paymentCents, amountFinancedCents: 4_444_000 - depositDueCents, feesCents: 0 },
})

// decision 41
test.each<[string, DealFacts, number, number, number]>([
  ['cash', deal('CASH', 100_000), 0, 100_000, 4_344_000],
  ['cash, trade-in', deal('CASH', 100_000), 1_500_000, 100_000, 2_844_000],
  ['cash, trade-in worth more than the car', deal('CASH', 100_000), 9_000_000, 100_000, 0],
  ['cash, more owing than offered', deal('CASH', 100_000), -50_000, 100_000, 4_394_000],
  ['loan', deal('LOANCLASIC', 800_000, 92_453), 0, 800_000, 0],
  ['loan, trade-in', deal('FINANCE', 800_000, 92_453), 300_000, 500_000, 0],
  ['loan, trade-in above the deposit', deal('LOANFLEXI', 800_000, 57_677), 900_000, 0, 0],
  ['loan, more owing than offered', deal('LOANFLEXI', 800_000, 57_677), -50_000, 800_000, 50_000],
  ['lease', deal('LEASETC', 0, 99_055), 0, 0, 99_055],
  ['reservation', deal('RESERVATION', 50_000), 0, 50_000, 0],
])('%s: deposit and balance', (_, facts, equityCents, depositCents, balanceCents) => {
  expect(depositDue(facts, equityCents)).toBe(depositCents)
  expect(balanceDue(facts, equityCents)).toBe(balanceCents)
})

test('only an accepted trade-in brings equity', () => {
  expect(
    tradeInEquity([
      { status: 'APPRAISAL_ACCEPTED', offerCents: 1_500_000, owingCents: 400_000 },
      { status: 'APPRAISAL_ACCEPTED', offerCents: 200_000, owingCents: 300_000 },
      { status: 'APPRAISAL_DONE', offerCents: 900_000, owingCents: 0 },
      { status: 'TRADE_ADDED', owingCents: 700_000 },
    ]),
  ).toBe(1_000_000)
})

const journey = (facts: Partial<PaymentJourneyFacts> = {}): PaymentJourneyFacts => ({
  status: 'CONFIRMED',
  deal: deal('CASH', 100_000),
  equityCents: 0,
  paid: { DEPOSIT: 0, BALANCE: 0 },
  pending: [],
  ...facts,
})
const depositPaid = { paid: { DEPOSIT: 100_000, BALANCE: 0 } }
const lease = { deal: deal('LEASELC', 0, 99_055) }

describe('what can be paid', () => {
  test.each<[string, Partial<PaymentJourneyFacts>, boolean, boolean]>([
    ['confirmed', {}, true, false],
    ['confirmed, deposit pending', { pending: ['DEPOSIT'] }, false, false],
    ['confirmed, part of the deposit paid', { paid: { DEPOSIT: 99_999, BALANCE: 0 } }, true, false],
    ['confirmed, deposit paid', depositPaid, false, true],
    ['confirmed, balance pending', { ...depositPaid, pending: ['BALANCE'] }, false, false],
    ['agreement, deposit paid', { ...depositPaid, status: 'AGREEMENT' }, false, true],
    ['all paid', { paid: { DEPOSIT: 100_000, BALANCE: 4_344_000 } }, false, false],
    ['lease', lease, false, true],
    ['loan, deposit paid', { deal: deal('LOANCLASIC', 100_000, 9), ...depositPaid }, false, false],
    ['reservation', { deal: deal('RESERVATION', 50_000) }, true, false],
  ])('%s', (_, facts, canPayDeposit, canPayBalance) => {
    expect(paymentFacts(journey(facts))).toMatchObject({ canPayDeposit, canPayBalance })
  })

  // decision 23
  test.each<JourneyStatus>(['STARTED', 'NOCARAVAIL', 'COMPLETE', 'CANCELLED', 'EXPIRED'])(
    'nothing while %s',
    (status) => {
      for (const facts of [{}, depositPaid, lease])
        expect(paymentFacts(journey({ ...facts, status }))).toMatchObject({
          canPayDeposit: false,
          canPayBalance: false,
        })
    },
  )
})

test('the amounts are those of the deal, with the paid amount as its own field', () => {
  expect(paymentFacts(journey(depositPaid))).toEqual({
    canPayDeposit: false,
    canPayBalance: true,
    depositPaid: true,
    depositCents: 100_000,
    balanceCents: 4_344_000,
    paidCents: 100_000,
  })
})

test('a deposit that is not asked is not called paid', () => {
  expect(paymentFacts(journey(lease)).depositPaid).toBe(false)
})

test('parts of a transfer lower the amount still to charge', () => {
  const facts = journey({ paid: { DEPOSIT: 100_000, BALANCE: 3_000_000 } })
  expect(outstandingCents('DEPOSIT', facts)).toBe(0)
  expect(outstandingCents('BALANCE', facts)).toBe(1_344_000)
})
