import { describe, expect, test } from 'vitest'
import type { JourneyStatus } from '#lib/codes.ts'
import type { PaymentMetadata, PurchaseJourney } from '#lib/purchases/shapes.ts'
import { aQuote } from '#tests/builders/purchase-journey.ts'
import { paymentView, returnSentence, type Attempt } from './payment-view.ts'
import {
  due,
  depositPaid,
  allPaid,
  depositLost,
  pending,
  lease,
  journey,
  deposit,
} from './payment-view.fixture.ts'

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
    [
      'deposit taken back by the bank',
      depositLost,
      'Pay your deposit',
      { type: 'DEPOSIT', cents: 100_000 },
      'none',
    ],
    ['all paid', allPaid, 'You’ve paid everything that’s due', null, 'complete'],
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

test('signed with nothing to pay: it is confirmed, and goes on', () => {
  const covered = journey({ ...due, canPayDeposit: false, depositCents: 0, balanceCents: 0 })
  const view = paymentView(covered, null)
  expect(view).toMatchObject({ title: 'Confirmed', pay: null, next: 'complete' })
  expect(view.text).toContain(
    'You have nothing to pay now. Press Continue to see what happens next.',
  )
})

test('signed and paid: it goes on under My Purchases, where the hand-over is booked', () => {
  const status = { purchaseJourneyStatusCode: 'AGREEMENT' } as const
  const view = paymentView({ ...journey(allPaid), status }, null)
  expect(view).toMatchObject({ title: 'You’ve paid everything that’s due', next: 'purchases' })
  expect(view.text).toContain('hand-over time under My Purchases')
})

describe('after an attempt', () => {
  test.each<[Attempt['statusCode'], string, boolean, boolean]>([
    ['CREATED', 'You haven’t paid yet', true, false],
    ['PENDING', 'Your payment is on its way', false, true],
    ['FAILED', 'Your payment didn’t go through', true, false],
    ['CANCELLED', 'You cancelled the payment', true, false],
    ['EXPIRED', 'The payment page has expired', true, false],
    ['NEEDS_REVIEW', 'We’re checking your payment', false, false],
    ['REFUNDED', 'Your payment was refunded', true, false],
  ])('%s', (status, title, canPay, isWaiting) => {
    const view = paymentView(journey(due), deposit(status))

    expect(view).toMatchObject({ title, isWaiting, next: 'none' })
    expect(view.pay !== null).toBe(canPay)
  })

  // people 29
  test('a failed online banking payment names the bank', () => {
    expect(paymentView(journey(due), deposit('FAILED', 'POLI'))).toMatchObject({
      title: 'Your online banking payment didn’t go through',
      text: 'Nothing was charged, and your car is still reserved. Try your bank again, or pay the deposit by card or bank transfer.',
    })
    expect(paymentView(journey(due), deposit('FAILED')).text).toContain('the same card')
  })

  test('paid, and the journey shows it', () => {
    expect(paymentView(journey(depositPaid), deposit('PAID'))).toMatchObject({
      tone: 'success',
      title: 'Your deposit is paid',
      next: 'complete',
    })
  })

  test('paid, and the journey does not show it yet: no second payment is offered', () => {
    expect(paymentView(journey(due), deposit('PAID'))).toMatchObject({ pay: null, isWaiting: true })
  })

  test('a failed attempt is not shown once the money came another way', () => {
    expect(paymentView(journey(depositPaid), deposit('FAILED')).title).toBe('Your deposit is paid')
  })
})

// decision 23
test.each<[JourneyStatus, string, string]>([
  ['NOCARAVAIL', 'We’re looking for your car', 'none'],
  ['COMPLETE', 'This purchase is complete', 'purchases'],
  ['CANCELLED', 'This purchase is cancelled', 'build'],
  ['EXPIRED', 'This purchase has expired', 'again'],
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
  ['toString', /^We’re checking your payment\.$/],
  [null, /^Looking up your payments$/],
])('the address says %s', (code, sentence) => {
  expect(returnSentence(code)).toMatch(sentence)
})

describe('a purchase that the lender refuses', () => {
  test('is not paid for, and a failed attempt does not ask for another', () => {
    const refused = (attempt: Attempt | null) => paymentView(journey(due), attempt, true)
    expect(refused(null)).toMatchObject({ pay: null, isBlockedByLender: true })
    expect(refused(deposit('FAILED'))).toMatchObject({
      pay: null,
      isBlockedByLender: true,
      text: 'Nothing was charged, and your car is still reserved.',
    })
  })

  test('still asks for the payments due once the agreement is signed', () => {
    expect(paymentView(journey(depositPaid, 'AGREEMENT'), null, true)).toMatchObject({
      pay: { type: 'BALANCE', cents: 4_344_000 },
      isBlockedByLender: false,
    })
  })
})

test('a car that is not built yet is called ordered, not reserved', () => {
  const ordered = {
    ...journey(due),
    metadata: { furthestStep: 'payment', deliveryStatus: 'ONORDER' as const },
  }
  expect(paymentView(ordered, null).text).toBe(
    'Your purchase is confirmed and your car is on order. The deposit secures it.',
  )
  expect(paymentView(ordered, deposit('FAILED')).text).toContain('your car is still on order.')
  const reserved = { ...ordered, currentQuote: aQuote({ payOption: 'RESERVATION' }) }
  expect(paymentView(reserved, null).text).toContain('A build slot is reserved for you')
  const shipped = {
    ...ordered,
    metadata: { ...ordered.metadata, deliveryStatus: 'SHIPPED' as const },
  }
  expect(paymentView(shipped, null).text).toContain('a car is reserved for you')
})
// decision 64
test('the deposit shows its deadline', () => {
  const withDeadline = (facts: Partial<PurchaseJourney['metadata']> = {}) => {
    const deposited = journey(due)
    return {
      ...deposited,
      metadata: { ...deposited.metadata, depositDueBy: '2026-11-25T05:17:00.000Z', ...facts },
    }
  }
  expect(paymentView(withDeadline(), null).text).toContain(
    'Pay the deposit by Wed\u00a025\u00a0November, 6:17\u00a0pm to keep your car reserved.',
  )
  expect(paymentView(withDeadline({ deliveryStatus: 'ONORDER' }), null).text).toContain(
    'to keep your order.',
  )
  expect(paymentView(withDeadline(), deposit('FAILED')).text).toContain('Wed\u00a025\u00a0November')
  expect(paymentView(withDeadline(), null).text).not.toContain('bank transfer')
  expect(paymentView(withDeadline({ isTransferExpected: true }), null).text).toContain(
    'You have longer because you chose bank transfer.',
  )
})

test('the first rent of a lease shows its deadline', () => {
  const facts = journey(lease)
  const view = paymentView(
    {
      ...facts,
      currentQuote: { ...facts.currentQuote, payOption: 'LEASELC' },
      metadata: { ...facts.metadata, depositDueBy: '2026-11-25T05:17:00.000Z' },
    },
    null,
  )
  expect(view).toMatchObject({
    title: 'Make your first payment',
    pay: { type: 'BALANCE', cents: 99_055 },
  })
  expect(view.text).toContain('Make the first payment by Wed\u00a025\u00a0November, 6:17\u00a0pm')
})
