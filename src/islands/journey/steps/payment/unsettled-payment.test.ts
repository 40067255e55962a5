import { describe, expect, test } from 'vitest'
import type { OpenPayment } from '#lib/purchases/shapes.ts'
import { paymentView } from './payment-view.ts'
import { due, pending, journey, deposit } from './payment-view.fixture.ts'

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
      text: 'We’re checking your payment of $1,000 with the bank. Please don’t pay again. We’ll email you by Wed\u00a025\u00a0November, 6:00\u00a0pm.',
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
      text: 'We’re checking your payment of $1,000 with the bank. Please don’t pay again. This is taking longer than we said. Call 09\u00a0555\u00a00100.',
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
