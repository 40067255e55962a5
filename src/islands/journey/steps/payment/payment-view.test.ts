import { describe, expect, test } from 'vitest'
import type { JourneyStatus } from '#lib/codes.ts'
import type { OpenPayment, PaymentMetadata, PurchaseJourney } from '#lib/purchases/shapes.ts'
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
const deposit = (
  statusCode: Attempt['statusCode'],
  method: Attempt['method'] = 'STRIPE',
): Attempt => ({ paymentId: 'payment-2', paymentType: 'DEPOSIT', statusCode, method })

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

describe('after an attempt', () => {
  test.each<[Attempt['statusCode'], string, boolean, boolean]>([
    ['CREATED', 'You haven’t paid your deposit yet', true, false],
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
  test('a failed bank payment names the bank', () => {
    expect(paymentView(journey(due), deposit('FAILED', 'POLI'))).toMatchObject({
      title: 'Your bank payment didn’t go through',
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
  [null, /^We’re checking your payment\.$/],
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
  expect(paymentView(reserved, null).text).toContain('a build slot is reserved for you')
  const shipped = {
    ...ordered,
    metadata: { ...ordered.metadata, deliveryStatus: 'SHIPPED' as const },
  }
  expect(paymentView(shipped, null).text).toContain('a car is reserved for you')
})

// decision 71
describe('a payment without a result', () => {
  const withOpenPayment = (facts: Partial<OpenPayment>) => ({
    ...journey(pending),
    openPayment: {
      paymentType: 'DEPOSIT' as const,
      statusCode: 'PENDING' as const,
      amountCents: 100_000,
      receivedCents: null,
      review: null,
      ...facts,
    },
  })
  const review = {
    phone: '09 555 0100',
    phoneHours: 'Monday to Friday, 8 am to 6 pm',
    answerBy: '2026-11-25T05:00:00.000Z',
    isOverdue: false,
  }

  test('under review: the payment, the amount and the deadline', () => {
    expect(
      paymentView(withOpenPayment({ statusCode: 'NEEDS_REVIEW', review }), deposit('FAILED')),
    ).toMatchObject({
      title: 'We’re checking your payment',
      text: 'We’re checking your payment of $1,000 with the bank. Please don’t pay it again. We’ll email you by Wed\u00a025\u00a0November, 6:00\u00a0pm.',
      pay: null,
      isWaiting: false,
    })
  })

  test('under review for longer than promised: the phone number, and no time in the past', () => {
    const view = paymentView(
      withOpenPayment({ statusCode: 'NEEDS_REVIEW', review: { ...review, isOverdue: true } }),
      null,
    )
    expect(view).toMatchObject({
      title: 'We’re still checking your payment',
      text: 'We’re checking your payment of $1,000 with the bank. Please don’t pay it again. This is taking longer than we said. Call 09\u00a0555\u00a00100.',
      pay: null,
    })
  })

  test('on its way, also when this browser remembers a failed attempt', () => {
    expect(paymentView(withOpenPayment({}), deposit('EXPIRED'))).toMatchObject({
      title: 'Your payment is on its way',
      pay: null,
      isWaiting: true,
    })
  })

  test('a transfer that arrived in part: the rest can be transferred', () => {
    expect(paymentView(withOpenPayment({ receivedCents: 30_000 }), null)).toMatchObject({
      title: 'Part of your deposit has arrived',
      text: 'We’ve received $300 of $1,000. Please transfer the remaining $700.',
      isTransfer: true,
      isWaiting: false,
    })
  })
})

// decision 71, people 23
describe('a payment that staff checked and did not find', () => {
  const missingPayment = {
    paymentId: 'payment-1',
    paymentType: 'DEPOSIT' as const,
    amountCents: 100_000,
    phone: '09 555 0100',
    phoneHours: 'Monday to Friday, 8 am to 6 pm',
  }
  const checked = { ...journey(due), missingPayment }
  const said = {
    tone: 'warning',
    title: 'We’ve checked and found no payment',
    text: 'We haven’t received your payment of $1,000. If your bank shows it as sent, call us before you pay again. If not, you can pay the deposit now.',
    pay: { type: 'DEPOSIT', cents: 100_000 },
  }

  test('is shown as such, and can be paid again', () => {
    expect(paymentView(checked, null)).toMatchObject(said)
  })

  test('is not called failed because of an older status in this browser', () => {
    const attempt = { ...deposit('FAILED', 'POLI'), paymentId: 'payment-1' }
    expect(paymentView(checked, attempt)).toMatchObject(said)
  })

  test('gives way to the outcome of a later attempt', () => {
    expect(paymentView(checked, deposit('CANCELLED')).title).toBe('You cancelled the payment')
  })

  test('is not paid again while the lender refuses the purchase', () => {
    expect(paymentView(checked, null, true)).toMatchObject({
      title: said.title,
      text: 'We haven’t received your payment of $1,000. If your bank shows it as sent, call us before you pay again.',
      pay: null,
    })
  })
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
    'to keep your car on order.',
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
    title: 'Pay your first payment',
    pay: { type: 'BALANCE', cents: 99_055 },
  })
  expect(view.text).toContain('Pay the first payment by Wed\u00a025\u00a0November, 6:17\u00a0pm')
})
