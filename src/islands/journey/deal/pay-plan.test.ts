import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JourneyStatus } from '#lib/codes.ts'
import { dealSums, paymentFacts } from '#lib/payments/deal-sums.ts'
import { surplusNotes } from '#lib/trade-in/labels.ts'
import { aJourney, aLoan, aQuote, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { summaryLines } from '#islands/account/purchases/PaymentSummary.tsx'
import { payPlan, sumsOf } from './pay-plan.ts'

const accepted = aTradeVehicle({
  status: 'APPRAISAL_ACCEPTED',
  offerCents: 500_000,
  owingCents: 100_000,
})
const totals = (depositDueCents: number) => ({ ...aQuote().totals, depositDueCents })
const CONFIRMED = { purchaseJourneyStatusCode: 'CONFIRMED' } as const
/** The lines of a plan by their labels. */
const linesOf = (...args: Parameters<typeof payPlan>) =>
  payPlan(...args).lines.map(({ label, when, cents }) => [label, cents, when])
const addUp = (lines: readonly { cents: number }[]) =>
  lines.reduce((sum, { cents }) => sum + cents, 0)

test('the lines add up to the price and the money owing on the old car (decision 63)', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('CASH' as const, 'LOANCLASIC' as const, 'RESERVATION' as const),
      fc.integer({ min: -20_000, max: 88_880 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom('STARTED' as const, 'CONFIRMED' as const, 'AGREEMENT' as const),
      fc.boolean(),
      fc.constantFrom('DEPOSIT' as const, 'BALANCE' as const),
      (payOption, equity, share, status, isRefused, type) => {
        const quote = aQuote({
          payOption,
          totals: totals(800_000),
          finance: payOption === 'LOANCLASIC' ? aLoan() : null,
        })
        const equityCents = payOption === 'RESERVATION' ? 0 : equity * 100
        const unpaid = dealSums({ deal: quote, equityCents, paidCents: 0, balancePaidCents: 0 })
        const paidCents =
          status === 'STARTED'
            ? 0
            : Math.round((unpaid.depositLeftCents + unpaid.balanceLeftCents) * share)
        const vehicles = [
          {
            ...accepted,
            offerCents: Math.max(0, equityCents),
            owingCents: Math.max(0, -equityCents),
          },
        ]
        const money = paymentFacts({
          status,
          deal: quote,
          equityCents,
          paid: { DEPOSIT: 0, BALANCE: 0, [type]: paidCents },
          pending: [],
        })
        const whole = 4_444_000 + Math.max(0, -equityCents)

        const plan = payPlan(
          {
            ...aJourney({ currentQuote: quote, tradeInformation: { vehicles } }),
            status: { purchaseJourneyStatusCode: status },
            paymentMetadata: money,
          },
          isRefused,
        )
        expect(addUp(plan.lines)).toBe(whole)
        expect(plan.total?.cents).toBe(whole)

        if (status === 'STARTED') return
        const listed = summaryLines({ quote, money, status, isRefused })
        expect(listed.at(-1)).toMatchObject({ isTotal: true, cents: whole })
        expect(addUp(listed.slice(0, -1))).toBe(whole)
      },
    ),
  )
})

test('cash: a deposit now, and the balance less the trade-in later', () => {
  expect(linesOf(aJourney({ tradeInformation: { vehicles: [accepted] } }))).toEqual([
    ['Your trade-in', 400_000, 'Counts towards the price'],
    ['Deposit', 100_000, 'Due after you confirm'],
    ['Balance', 3_944_000, 'Before you collect the car'],
  ])
})

test('an offer that is not accepted changes nothing', () => {
  const offered = { ...accepted, status: 'APPRAISAL_DONE' as const }
  expect(linesOf(aJourney({ tradeInformation: { vehicles: [offered] } }))).toEqual([
    ['Deposit', 100_000, 'Due after you confirm'],
    ['Balance', 4_344_000, 'Before you collect the car'],
  ])
})

const LOAN = aQuote({ payOption: 'LOANCLASIC', totals: totals(800_000), finance: aLoan() })

test('a loan: the deposit now, and the lender’s share, without a payment figure', () => {
  expect(linesOf(aJourney({ currentQuote: LOAN }))).toEqual([
    ['Deposit', 800_000, 'Due after you confirm'],
    [
      'From the lender',
      3_644_000,
      'The lender pays the rest of the price. With its fees of $405.35, the amount financed is $36,845.35. You repay that over 48 months, with interest.',
    ],
  ])
})

test('a loan that the lender has paid: its line says so', () => {
  const journey = aJourney({ status: CONFIRMED, currentQuote: LOAN })
  const paymentMetadata = { ...journey.paymentMetadata, lenderPaid: true }
  expect(linesOf({ ...journey, paymentMetadata })[1]![2]).toBe(
    'The lender has paid the rest of the price. With its fees of $405.35, the amount financed is $36,845.35. You repay that over 48 months, with interest.',
  )
})

test('the share of a lender that refuses is left out', () => {
  const aDeal = (payOption: 'LOANCLASIC' | 'LEASETC', code: JourneyStatus = 'CONFIRMED') =>
    aJourney({
      status: { purchaseJourneyStatusCode: code },
      currentQuote: aQuote({ payOption, totals: totals(800_000), finance: aLoan() }),
    })
  expect(linesOf(aDeal('LOANCLASIC'), true)).toEqual([
    ['Deposit', 800_000, 'Once your finance is approved or you change how you pay'],
    ['The rest of the price', 3_644_000, 'The lender hasn’t agreed to pay this'],
  ])
  for (const [, , when] of linesOf(aDeal('LEASETC'), true))
    expect(when).toBe('Once your finance is approved or you change how you pay')
  expect(linesOf(aDeal('LEASETC', 'AGREEMENT'), true)[0]![2]).toBe('Before you collect the car')
})

test('a lease: nothing now, and all rents later', () => {
  const finance = aLoan({ paymentCount: 36, paymentCents: 99_055, totalPayableCents: 3_565_980 })
  const currentQuote = aQuote({ payOption: 'LEASETC', totals: totals(0), finance })
  expect(linesOf(aJourney({ currentQuote }))).toEqual([
    ['First payment', 99_055, 'Before you collect the car'],
    ['All other payments', 3_466_925, 'Monthly, 35 payments'],
  ])
})

test('a lease says before it is confirmed how long its car waits for the first payment', () => {
  const finance = aLoan({ paymentCount: 36, paymentCents: 99_055, totalPayableCents: 3_565_980 })
  const currentQuote = aQuote({ payOption: 'LEASETC', totals: totals(0), finance })
  const clock = { depositHours: 48, nowMs: Date.parse('2026-11-23T01:00:00.000Z') }
  expect(linesOf(aJourney({ currentQuote }), false, clock)[0]).toEqual([
    'First payment',
    99_055,
    'Within 48 hours of confirming, to keep your car reserved',
  ])
})

test('a lease that is confirmed: its first payment is due by the deadline of the car', () => {
  const finance = aLoan({ paymentCount: 36, paymentCents: 99_055, totalPayableCents: 3_565_980 })
  const currentQuote = aQuote({ payOption: 'LEASETC', totals: totals(0), finance })
  const metadata = { furthestStep: 'payment', depositDueBy: '2026-11-25T05:17:00.000Z' }
  expect(linesOf(aJourney({ currentQuote, status: CONFIRMED, metadata }))[0]).toEqual([
    'First payment',
    99_055,
    'By Wed\u00a025\u00a0November, 6:17\u00a0pm',
  ])
})

test('a reservation: its fee, and the price when the car is bought', () => {
  const currentQuote = aQuote({ payOption: 'RESERVATION', totals: totals(50_000) })
  expect(linesOf(aJourney({ currentQuote }))).toEqual([
    ['Reservation fee', 50_000, 'Due after you confirm'],
    ['When you buy the car', 4_394_000, 'The balance of the price, if you buy the car'],
  ])
})

const depositWhen = (facts: Parameters<typeof aJourney>[0]) =>
  payPlan(aJourney(facts)).lines.find(({ of }) => of === 'deposit')?.when

test('a deposit is due once there is a car', () => {
  const status = { purchaseJourneyStatusCode: 'NOCARAVAIL' } as const
  expect(depositWhen({ status })).toBe('Once we find your car')
  // Before it is confirmed, too, where none can be had.
  expect(depositWhen({ delivery: null })).toBe('Once we find your car')
})

test('once confirmed, now is now, or until the car is kept', () => {
  expect(depositWhen({ status: CONFIRMED })).toBe('Now')
  const metadata = { furthestStep: 'payment', depositDueBy: '2026-11-25T05:17:00.000Z' }
  expect(depositWhen({ status: CONFIRMED, metadata })).toBe(
    'By Wed\u00a025\u00a0November, 6:17\u00a0pm',
  )
  const openPayment = {
    paymentType: 'DEPOSIT' as const,
    statusCode: 'PENDING' as const,
    amountCents: 100_000,
    receivedCents: null,
    review: null,
  }
  expect(depositWhen({ status: CONFIRMED, metadata, openPayment })).toBe(
    'Your payment is on its way',
  )
})

test('more owing on the old car than is offered is settled with the balance, once', () => {
  const vehicles = [{ ...accepted, owingCents: 800_000 }]
  const journey = aJourney({ tradeInformation: { vehicles } })
  expect(linesOf(journey)).toEqual([
    ['Deposit', 100_000, 'Due after you confirm'],
    [
      'Balance',
      4_644_000,
      'Before you collect the car, including the $3,000 still owing on your trade-in',
    ],
  ])
  expect(payPlan(journey).total).toEqual({
    label: 'Drive-away price and what you still owe',
    when: '$44,440 for the car, plus $3,000 owing on your trade-in above our offer',
    cents: 4_744_000,
  })
  expect(surplusNotes(sumsOf(journey))).toEqual([])
})

test.each([
  ['an open offer', 'APPRAISAL_DONE', 0],
  ['one that is even', 'APPRAISAL_ACCEPTED', 500_000],
] as const)(
  'a trade-in that brings nothing is no line of the deal: %s',
  (_, status, owingCents) => {
    const journey = aJourney({
      tradeInformation: { vehicles: [{ ...accepted, status, owingCents }] },
    })
    expect(linesOf(journey).map(([label]) => label)).toEqual(['Deposit', 'Balance'])
    expect(surplusNotes(sumsOf(journey))).toEqual([])
  },
)

test('a trade-in worth more than is left to pay is paid out', () => {
  const vehicles = [{ ...accepted, offerCents: 5_000_000 }]
  const journey = aJourney({ tradeInformation: { vehicles } })
  expect(linesOf(journey)).toEqual([
    ['Your trade-in', 4_900_000, 'Counts towards the price'],
    ['Deposit', 100_000, 'Due after you confirm'],
    ['We pay you at hand-over', -556_000, 'Your trade-in’s value, less what you still owe'],
  ])
  expect(surplusNotes(sumsOf(journey)).join()).toContain(
    'worth $5,560 more than you have left to pay',
  )
})

test('paid money has its own line, and is subtracted from the rest', () => {
  const journey = aJourney({ status: CONFIRMED })
  const paymentMetadata = { ...journey.paymentMetadata, paidCents: 1_100_000 }
  expect(linesOf({ ...journey, paymentMetadata })).toEqual([
    ['Paid so far', 1_100_000, 'Received'],
    ['Balance', 3_344_000, 'Before you collect the car'],
  ])
})

test('My Purchases says what a lease still costs after its first payment', () => {
  const finance = aLoan({
    paymentCount: 36,
    paymentCents: 118_040,
    lastPaymentCents: 118_040,
    totalPayableCents: 4_249_440,
  })
  const quote = aQuote({ payOption: 'LEASETC', totals: totals(0), finance })
  const stillToPay = (paidCents: number) => {
    const money = paymentFacts({
      status: 'CONFIRMED',
      deal: quote,
      equityCents: 0,
      paid: { DEPOSIT: 0, BALANCE: paidCents },
      pending: [],
    })
    const lines = summaryLines({ quote, money, status: 'CONFIRMED', isRefused: false })
    const { cents, when } = lines.find(({ label }) => label === 'Still to pay')!
    return [cents, when]
  }
  expect(stillToPay(0)).toEqual([118_040, 'Plus 35 payments of $1,180.40, $41,314 in all'])
  expect(stillToPay(118_040)).toEqual([4_131_400, 'Monthly, 35 payments of $1,180.40'])
})

test('a deposit that the bank took back is the part that is still to pay, also after the hand-over', () => {
  const quote = aQuote()
  const toPay = (status: 'AGREEMENT' | 'COMPLETE', depositCents: number) => {
    const paid = { DEPOSIT: depositCents, BALANCE: 4_344_000 }
    const money = paymentFacts({ status, deal: quote, equityCents: 0, paid, pending: [] })
    const lines = summaryLines({ quote, money, status, isRefused: false })
    expect(addUp(lines.slice(0, -1))).toBe(4_444_000)
    return lines.find(({ label }) => label === 'Still to pay')
  }
  expect(toPay('AGREEMENT', 0)).toMatchObject({ cents: 100_000, when: 'Deposit' })
  expect(toPay('COMPLETE', 0)).toMatchObject({ cents: 100_000, when: '' })
  expect(toPay('COMPLETE', 100_000)).toBeUndefined()
})
