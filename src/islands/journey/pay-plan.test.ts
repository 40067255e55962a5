import { expect, test } from 'vitest'
import type { JourneyStatus } from '#lib/contract/shapes/codes.ts'
import { surplusNotes } from '#lib/domain/trade-in-words.ts'
import { aJourney, aLoan, aQuote, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { payPlan, sumsOf } from './pay-plan.ts'

const accepted = aTradeVehicle({
  status: 'APPRAISAL_ACCEPTED',
  offerCents: 500_000,
  owingCents: 100_000,
})
const totals = (depositDueCents: number) => ({ ...aQuote().totals, depositDueCents })

test('cash: a deposit now, and the balance less the trade-in later', () => {
  expect(payPlan(aJourney({ tradeInformation: { vehicles: [accepted] } }))).toEqual({
    tradeIn: [{ label: 'Your trade-in', when: 'Taken off the balance', cents: -400_000 }],
    now: { label: 'Deposit', when: 'When you have confirmed', cents: 100_000 },
    later: [{ label: 'Balance', when: 'Before you collect the car', cents: 3_944_000 }],
  })
})

test('an offer that is not accepted changes nothing', () => {
  const offered = { ...accepted, status: 'APPRAISAL_DONE' as const }
  expect(payPlan(aJourney({ tradeInformation: { vehicles: [offered] } })).later).toMatchObject([
    { cents: 4_344_000 },
  ])
})

test('a loan: the deposit now, and what the lender pays, line by line, without a payment figure', () => {
  const currentQuote = aQuote({
    payOption: 'LOANCLASIC',
    totals: totals(800_000),
    finance: aLoan(),
  })
  expect(payPlan(aJourney({ currentQuote }))).toEqual({
    tradeIn: [],
    now: { label: 'Deposit', when: 'When you have confirmed', cents: 800_000 },
    later: [
      {
        label: 'From the lender',
        when: 'The lender pays the rest of the price. You repay it, with fees and interest.',
        cents: 3_644_000,
      },
      {
        label: 'The lender’s fees',
        when: 'They are part of the loan, and not of the price.',
        cents: 40_535,
      },
      {
        label: 'Amount financed, fees included',
        when: 'Both together. The lender pays it; you repay it over 48 months, with interest.',
        cents: 3_684_535,
      },
    ],
  })
})

test('a loan that the lender has paid: each line says so', () => {
  const journey = aJourney({
    status: { purchaseJourneyStatusCode: 'CONFIRMED' },
    currentQuote: aQuote({ payOption: 'LOANCLASIC', totals: totals(800_000), finance: aLoan() }),
  })
  const { paymentMetadata } = journey
  const { later } = payPlan({
    ...journey,
    paymentMetadata: { ...paymentMetadata, lenderPaid: true },
  })
  expect(later.map(({ when }) => when)).toEqual([
    'The lender has paid the rest of the price. You repay it, with fees and interest.',
    'They are part of the loan, and not of the price.',
    'Both together. The lender has paid it; you repay it over 48 months, with interest.',
  ])
})

test('nothing is said of what a lender would pay that refuses', () => {
  const aDeal = (payOption: 'LOANCLASIC' | 'LEASETC', code: JourneyStatus = 'CONFIRMED') =>
    aJourney({
      status: { purchaseJourneyStatusCode: code },
      currentQuote: aQuote({ payOption, totals: totals(800_000), finance: aLoan() }),
    })
  expect(payPlan(aDeal('LOANCLASIC'), true)).toEqual({
    tradeIn: [],
    now: { label: 'Deposit', when: 'Once the finance is settled', cents: 800_000 },
    later: [
      {
        label: 'The rest of the price',
        when: 'The lender has not agreed to pay it',
        cents: 3_644_000,
      },
    ],
  })
  for (const { when } of payPlan(aDeal('LEASETC'), true).later)
    expect(when).toBe('Once the finance is settled')
  expect(payPlan(aDeal('LEASETC', 'AGREEMENT'), true).later[0]!.when).toBe(
    'Before you collect the car',
  )
})

test('a lease: nothing now, and all rents later', () => {
  const finance = aLoan({ paymentCount: 36, paymentCents: 99_055, totalPayableCents: 3_565_980 })
  const currentQuote = aQuote({ payOption: 'LEASETC', totals: totals(0), finance })
  expect(payPlan(aJourney({ currentQuote }))).toEqual({
    tradeIn: [],
    now: null,
    later: [
      { label: 'First rent', when: 'Before you collect the car', cents: 99_055 },
      { label: 'All other rents', when: 'One a month, 35 times', cents: 3_466_925 },
    ],
  })
})

test('a reservation: its fee', () => {
  const currentQuote = aQuote({ payOption: 'RESERVATION', totals: totals(50_000) })
  expect(payPlan(aJourney({ currentQuote }))).toEqual({
    tradeIn: [],
    now: { label: 'Reservation fee', when: 'When you have confirmed', cents: 50_000 },
    later: [],
  })
})

test('a deposit is due once there is a car', () => {
  const status = { purchaseJourneyStatusCode: 'NOCARAVAIL' } as const
  expect(payPlan(aJourney({ status })).now).toMatchObject({ when: 'When we have found your car' })
})

test('once confirmed, now is now, or until the car is kept', () => {
  const status = { purchaseJourneyStatusCode: 'CONFIRMED' } as const
  expect(payPlan(aJourney({ status })).now).toMatchObject({ when: 'Now' })
  const metadata = { furthestStep: 'payment', depositDueBy: '2026-11-25T05:17:00.000Z' }
  expect(payPlan(aJourney({ status, metadata })).now).toMatchObject({
    when: 'By Wed\u00a025\u00a0November, 6:17\u00a0pm',
  })
  const openPayment = {
    paymentType: 'DEPOSIT' as const,
    statusCode: 'PENDING' as const,
    amountCents: 100_000,
    receivedCents: null,
    review: null,
  }
  expect(payPlan(aJourney({ status, metadata, openPayment })).now).toMatchObject({
    when: 'Your payment is on its way',
  })
})

test.each([
  ['nothing for an offer', 'APPRAISAL_DONE', 0, []],
  ['its equity', 'APPRAISAL_ACCEPTED', 100_000, [{ label: 'Your trade-in', cents: -400_000 }]],
  ['nothing when it is even', 'APPRAISAL_ACCEPTED', 500_000, []],
  [
    'the rest of what is owing',
    'APPRAISAL_ACCEPTED',
    700_000,
    [
      {
        label: 'Still owing on your trade-in',
        when: 'More is owing than we offer. Added to the balance',
        cents: 200_000,
      },
    ],
  ],
] as const)('a trade-in is a line of the deal: %s', (_, status, owingCents, lines) => {
  const journey = aJourney({
    tradeInformation: { vehicles: [{ ...accepted, status, owingCents }] },
  })
  expect(payPlan(journey).tradeIn).toMatchObject(lines)
  expect(surplusNotes(sumsOf(journey))).toEqual([])
})

test('a trade-in worth more than is left to pay is paid out', () => {
  const vehicles = [{ ...accepted, offerCents: 5_000_000 }]
  const journey = aJourney({ tradeInformation: { vehicles } })
  expect(payPlan(journey)).toMatchObject({
    tradeIn: [
      { label: 'Your trade-in', cents: -4_900_000 },
      { label: 'We pay you at hand-over', cents: 556_000 },
    ],
    now: { label: 'Deposit', cents: 100_000 },
    later: [],
  })
  expect(surplusNotes(sumsOf(journey)).join()).toContain('brings $5,560 more than is left to pay')
})

test('what was paid is off what is left', () => {
  const journey = aJourney({ status: { purchaseJourneyStatusCode: 'CONFIRMED' } })
  const paymentMetadata = { ...journey.paymentMetadata, paidCents: 1_100_000 }
  expect(payPlan({ ...journey, paymentMetadata })).toMatchObject({
    now: null,
    later: [{ label: 'Balance', cents: 3_344_000 }],
  })
})
