import { expect, test } from 'vitest'
import type { JourneyStatus } from '#lib/contract/shapes/codes.ts'
import { tradeInLine } from '#lib/domain/trade-in-words.ts'
import { aJourney, aLoan, aQuote, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { payPlan, tradeInNotes } from './pay-plan.ts'

const accepted = aTradeVehicle({
  status: 'APPRAISAL_ACCEPTED',
  offerCents: 500_000,
  owingCents: 100_000,
})
const totals = (depositDueCents: number) => ({ ...aQuote().totals, depositDueCents })

test('cash: a deposit now, and the balance less the trade-in later', () => {
  expect(payPlan(aJourney({ tradeInformation: { vehicles: [accepted] } }))).toEqual({
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
    now: { label: 'Reservation fee', when: 'When you have confirmed', cents: 50_000 },
    later: [],
  })
})

test('a deposit is due once there is a car', () => {
  const status = { purchaseJourneyStatusCode: 'NOCARAVAIL' } as const
  expect(payPlan(aJourney({ status })).now).toMatchObject({ when: 'When we have found your car' })
})

test('once confirmed, now is now', () => {
  const status = { purchaseJourneyStatusCode: 'CONFIRMED' } as const
  expect(payPlan(aJourney({ status })).now).toMatchObject({ when: 'Now' })
})

test.each([
  ['nothing for an offer', 'APPRAISAL_DONE', 0, null],
  ['what it brings', 'APPRAISAL_ACCEPTED', 100_000, { label: 'Your trade-in', cents: -400_000 }],
  ['nothing when it is even', 'APPRAISAL_ACCEPTED', 500_000, null],
  [
    'what is owing beyond it',
    'APPRAISAL_ACCEPTED',
    700_000,
    {
      label: 'Still owing on your trade-in',
      when: 'More is owing than we offer. Added to the balance',
      cents: 200_000,
    },
  ],
] as const)('a trade-in is a line of the deal: %s', (_, status, owingCents, line) => {
  const journey = aJourney({
    tradeInformation: { vehicles: [{ ...accepted, status, owingCents }] },
  })
  const shown = tradeInLine(journey.currentQuote, journey.tradeInformation.vehicles)
  if (line) expect(shown).toMatchObject(line)
  else expect(shown).toBeNull()
  expect(tradeInNotes(journey)).toEqual([])
})

test('more than can be counted is said', () => {
  const vehicles = [{ ...accepted, offerCents: 5_000_000 }]
  const loan = aQuote({ payOption: 'LOANCLASIC', totals: totals(800_000), finance: aLoan() })
  const note = (currentQuote: ReturnType<typeof aQuote>) =>
    tradeInNotes(aJourney({ currentQuote, tradeInformation: { vehicles } })).join()
  expect(note(loan)).toContain(
    'brings $49,000, more than your deposit of $8,000. Raise the deposit',
  )
  expect(note(aQuote())).toContain('brings $5,560 more than is left to pay')
  expect(note(aQuote({ payOption: 'LEASETC', finance: aLoan() }))).toBe('')
})
