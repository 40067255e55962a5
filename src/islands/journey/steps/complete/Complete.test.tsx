// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { until } from '#tests/setup/screen.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { aJourney, aLoan, aQuote, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import {
  callsOf,
  close,
  container,
  open,
  serve,
  server,
  shows,
  signInMia,
} from '../../Journey.fixture.tsx'

beforeEach(signInMia)

const paid = (offerCents: number, owingCents: number) => {
  const journey = aJourney({
    status: { purchaseJourneyStatusCode: 'CONFIRMED' },
    confirmedDate: '2026-11-23',
    hasConfirmedOwnerDetails: true,
    metadata: { furthestStep: 'complete' },
    tradeInformation: {
      vehicles: [aTradeVehicle({ status: 'APPRAISAL_ACCEPTED', offerCents, owingCents })],
    },
  })
  const { paymentMetadata } = journey
  return {
    ...journey,
    paymentMetadata: { ...paymentMetadata, depositPaid: true, paidCents: 100_000 },
  }
}

test('Complete explains the next steps for the trade-in and the money owing on it', async () => {
  serve(paid(1_500_000, 300_000))
  await open('#/journey-1/complete')
  await shows('It’s reserved for you, Mia.')
  const text = container.textContent ?? ''
  expect(text).toContain('It’s complete once you’ve accepted the agreement and collected your car.')
  expect(text).toContain('Keep driving TOI101 until you collect your new car.')
  expect(text).toContain('You still owe $3,000 on it. We’ll pay that to the lender at hand-over')
  expect(text).not.toContain('We pay you')
})

test('Complete shows the car, the day and the next step; the rest is folded away', async () => {
  serve(paid(1_500_000, 0))
  await open('#/journey-1/complete')
  await shows('It’s reserved for you, Mia.')
  expect(container.querySelector('.moment__car')?.getAttribute('src')).toBe('/art/tarn-RDB.svg')
  expect(container.querySelector('.moment__land')?.getAttribute('src')).toBe(
    '/art/backdrop-coast.svg',
  )
  expect(container.querySelector('.moment .track [aria-current]')?.textContent).toBe(
    'Agreement We’ll email it to you',
  )
  expect(container.querySelector('.moment__next')?.textContent).toBe(
    'Next: We’ll email you the sale agreement to read and accept.My Purchases',
  )
  const details = container.querySelector<HTMLDetailsElement>('.moment__details')!
  expect(details.open).toBe(false)
  for (const words of ['Your reference', 'Drive-away price', 'Keep driving TOI101'])
    expect(details.textContent).toContain(words)
  expect(container.querySelector('.deal')).toBeNull()
})

test('the details are open while the lender asks for documents', async () => {
  serve({
    ...paid(0, 0),
    currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }),
    creditDecision: { code: 'CONDITIONL', conditions: ['Three payslips.'] },
  })
  await open('#/journey-1/complete')
  await shows('It’s reserved for you, Mia.')
  expect(container.querySelector<HTMLDetailsElement>('.moment__details')?.open).toBe(true)
})

test('Complete shows the amount paid to the customer at hand-over', async () => {
  serve(paid(5_000_000, 0))
  await open('#/journey-1/complete')
  await shows('It’s reserved for you, Mia.')
  expect(container.textContent).toContain('We’ll pay you $6,560 at hand-over.')
})

test('Complete of a loan without an application says how to apply, and which outlet to call', async () => {
  serve({
    ...paid(0, 0),
    tradeInformation: { vehicles: [] },
    currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }),
  })
  await open('#/journey-1/complete')
  await shows('It’s reserved for you, Mia.')
  const text = container.textContent ?? ''
  // As the next step, among the steps, and beside the finance.
  expect(text.split('Call your dealer to apply.')).toHaveLength(4)
  expect(text).not.toContain('The lender finishes its checks')
})

test('an unpaid deposit has a button to pay it', async () => {
  serve({ ...paid(0, 0), paymentMetadata: aJourney().paymentMetadata })
  await open('#/journey-1/complete')
  await shows('One step left')
  const link = [...container.querySelectorAll('a')].find(
    ({ textContent }) => textContent === 'Pay the deposit',
  )
  expect(link?.getAttribute('href')).toBe('#/journey-1/payment')
})

test.each([
  [{ receivedCents: null }, 'Your payment hasn’t reached us yet.'],
  [
    { receivedCents: 40_000 },
    'We’ve received $400 of $1,000. Please transfer the remaining $600 by Thu\u00a026\u00a0November, 6:00\u00a0pm to keep it.',
  ],
  [
    {
      receivedCents: null,
      review: { answerBy: '2026-11-24T05:00:00.000Z', phone: '', isOverdue: false },
    },
    'We’re checking your payment of $1,000 with the bank. Please don’t pay again.',
  ],
])('a payment without a result is not asked for again: %o', async (facts, sentence) => {
  const openPayment = { paymentType: 'DEPOSIT', amountCents: 100_000, ...facts }
  serve({
    ...paid(0, 0),
    paymentMetadata: aJourney().paymentMetadata,
    openPayment: openPayment as PurchaseJourney['openPayment'],
    metadata: { furthestStep: 'payment', depositDueBy: '2026-11-26T05:00:00.000Z' },
  })
  await open('#/journey-1/complete')
  await shows('Your payment isn’t complete yet')
  expect(container.textContent).toContain(sentence)
  expect(container.textContent).not.toContain('Pay the deposit')
})

const withDepositPaid = { ...paid(0, 0), tradeInformation: { vehicles: [] } }
const expecting = (from: string, to: string) => () => ({
  delivery: { status: null, history: [], estimate: { from, to }, estimates: [] },
  payments: [],
  refunds: [],
  hasFinanceDocument: false,
  handOver: null,
  cancellation: { isOpen: false, until: null },
})
const RECORD = 'GET /purchase-journey/journey-1/record'

test('Complete says when the car should be ready', async () => {
  serve(withDepositPaid)
  server[RECORD] = expecting('2099-11-30', '2099-12-07')
  await open('#/journey-1/complete')
  await shows('It’s reserved for you, Mia.')
  await until(() =>
    expect(container.textContent).toContain(
      'Expected 30\u00a0November to 7\u00a0December\u00a02099.',
    ),
  )
  expect(container.textContent).toContain(
    'Your car is in stock in New Zealand, and your dealer is preparing it.',
  )
})

test('Complete shows no day while the lender refuses, and no delivery for a reservation', async () => {
  serve({
    ...withDepositPaid,
    currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }),
    creditDecision: { code: 'DECLINE', conditions: [] },
  })
  await open('#/journey-1/complete')
  await shows('Thank you, Mia.')
  expect(container.textContent).toContain(
    'We’ll set a delivery date once your finance is sorted out.',
  )
  expect(callsOf(RECORD)).toEqual([])
  await close()

  serve({
    ...withDepositPaid,
    currentQuote: aQuote({ payOption: 'RESERVATION' }),
  })
  await open('#/journey-1/complete')
  await shows('It’s reserved for you, Mia.')
  expect(container.querySelector('#delivery-heading')).toBeNull()
})
