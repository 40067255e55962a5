import { describe, expect, test } from 'vitest'
import type { JourneyStatus } from '#lib/contract/shapes/codes.ts'
import type { PaymentMetadata } from '#lib/contract/shapes/journey.ts'
import { aJourney, aQuote } from '#tests/builders/purchase-journey.ts'
import { paymentView, returnSentence, type Attempt } from './payment-view.ts'

const due: PaymentMetadata = {
  canPayDeposit: true,
  canPayBalance: false,
  depositPaid: false,
  depositCents: 100_000,
  balanceCents: 4_344_000,
  paidCents: 0,
}
const depositPaid: PaymentMetadata = {
  ...due,
  canPayDeposit: false,
  canPayBalance: true,
  depositPaid: true,
  paidCents: 100_000,
}
const allPaid: PaymentMetadata = { ...depositPaid, canPayBalance: false, paidCents: 4_444_000 }
const pending: PaymentMetadata = { ...due, canPayDeposit: false }
const lease: PaymentMetadata = {
  ...depositPaid,
  depositPaid: false,
  depositCents: 0,
  balanceCents: 99_055,
  paidCents: 0,
}

const journey = (paymentMetadata: PaymentMetadata, code: JourneyStatus = 'CONFIRMED') =>
  aJourney({ status: { purchaseJourneyStatusCode: code }, paymentMetadata })
const deposit = (statusCode: Attempt['statusCode']): Attempt => ({
  paymentType: 'DEPOSIT',
  statusCode,
})

test('a reservation that was bought is not said to be handed over', () => {
  const currentQuote = aQuote({ payOption: 'RESERVATION' })
  expect(paymentView({ ...journey(allPaid, 'COMPLETE'), currentQuote }, null)).toMatchObject({
    title: 'You went on to buy this car',
    pay: null,
  })
})

describe('without an attempt', () => {
  test.each<[string, PaymentMetadata, string, unknown, string]>([
    ['deposit due', due, 'Pay your deposit', { type: 'DEPOSIT', cents: 100_000 }, 'none'],
    [
      'part of the deposit paid',
      { ...due, paidCents: 40_000 },
      'Pay your deposit',
      { type: 'DEPOSIT', cents: 60_000 },
      'none',
    ],
    [
      'deposit paid',
      depositPaid,
      'Your deposit is paid',
      { type: 'BALANCE', cents: 4_344_000 },
      'complete',
    ],
    ['all paid', allPaid, 'You have paid everything that is due', null, 'complete'],
    [
      'loan, deposit paid',
      { ...allPaid, balanceCents: 0, paidCents: 100_000 },
      'Your deposit is paid',
      null,
      'complete',
    ],
    ['lease', lease, 'No deposit is needed', { type: 'BALANCE', cents: 99_055 }, 'complete'],
    ['pending elsewhere', pending, 'Your payment is on its way', null, 'none'],
  ])('%s', (_, money, title, pay, next) => {
    expect(paymentView(journey(money), null)).toMatchObject({ title, pay, next })
  })
})

describe('after an attempt', () => {
  test.each<[Attempt['statusCode'], string, boolean, boolean]>([
    ['CREATED', 'Your deposit is still to be paid', true, false],
    ['PENDING', 'Your payment is on its way', false, true],
    ['FAILED', 'Your payment did not go through', true, false],
    ['CANCELLED', 'You cancelled the payment', true, false],
    ['EXPIRED', 'The payment page has expired', true, false],
    ['NEEDS_REVIEW', 'We are checking your payment', false, false],
    ['REFUNDED', 'Your payment was refunded', true, false],
  ])('%s', (status, title, canPay, isWaiting) => {
    const view = paymentView(journey(due), deposit(status))

    expect(view).toMatchObject({ title, isWaiting, next: 'none' })
    expect(view.pay !== null).toBe(canPay)
  })

  test('paid, and the journey knows', () => {
    expect(paymentView(journey(depositPaid), deposit('PAID'))).toMatchObject({
      tone: 'success',
      title: 'Your deposit is paid',
      next: 'complete',
    })
  })

  test('paid, and the journey does not know yet: never a second payment', () => {
    expect(paymentView(journey(due), deposit('PAID'))).toMatchObject({ pay: null, isWaiting: true })
  })

  test('a failed attempt is forgotten once the money came another way', () => {
    expect(paymentView(journey(depositPaid), deposit('FAILED')).title).toBe('Your deposit is paid')
  })
})

// decision 23
test.each<[JourneyStatus, string, string]>([
  ['NOCARAVAIL', 'We are looking for your car', 'none'],
  ['COMPLETE', 'This purchase is complete', 'none'],
  ['CANCELLED', 'This purchase is cancelled', 'build'],
  ['EXPIRED', 'This purchase has expired', 'build'],
])('%s asks for nothing', (status, title, next) => {
  for (const money of [due, depositPaid, lease])
    expect(paymentView(journey(money, status), deposit('FAILED'))).toMatchObject({
      title,
      next,
      pay: null,
      isWaiting: false,
    })
})

test('Complete is open only while confirmed', () => {
  expect(paymentView(journey(depositPaid, 'AGREEMENT'), null)).toMatchObject({
    pay: { type: 'BALANCE' },
    next: 'none',
  })
})

test.each([
  ['PAID', /^Thank you/],
  ['CANCELLED', /^You left the payment page/],
  ['toString', /^We are checking your payment\.$/],
  [null, /^We are checking your payment\.$/],
])('the address says %s', (code, sentence) => {
  expect(returnSentence(code)).toMatch(sentence)
})

describe('what the lender refuses', () => {
  test('is not paid for, and what became of a try does not ask for another', () => {
    const refused = (attempt: Attempt | null) => paymentView(journey(due), attempt, true)
    expect(refused(null)).toMatchObject({ pay: null, isSettledFirst: true })
    expect(refused(deposit('FAILED'))).toMatchObject({
      pay: null,
      isSettledFirst: true,
      text: 'Nothing was charged, and your car is still held for you.',
    })
  })

  test('does not hold back what is due once the agreement is signed', () => {
    expect(paymentView(journey(depositPaid, 'AGREEMENT'), null, true)).toMatchObject({
      pay: { type: 'BALANCE', cents: 4_344_000 },
      isSettledFirst: false,
    })
  })
})

test('a car that is still to be built is ordered, and not said to be set aside', () => {
  const ordered = {
    ...journey(due),
    metadata: { furthestStep: 'payment', deliveryStatus: 'ONORDER' as const },
  }
  expect(paymentView(ordered, null).text).toBe(
    'Your purchase is confirmed and your car is ordered. The deposit secures it.',
  )
  expect(paymentView(ordered, deposit('FAILED')).text).toContain('your car stays ordered for you.')
  const reserved = { ...ordered, currentQuote: aQuote({ payOption: 'RESERVATION' }) }
  expect(paymentView(reserved, null).text).toContain('a place to build your car is kept for you')
  const shipped = {
    ...ordered,
    metadata: { ...ordered.metadata, deliveryStatus: 'SHIPPED' as const },
  }
  expect(paymentView(shipped, null).text).toContain('a car is set aside for you')
})
