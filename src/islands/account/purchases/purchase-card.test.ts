import { expect, test } from 'vitest'
import { aJourney, aQuote } from '#tests/builders/purchase-journey.ts'
import type { JourneyStatus } from '#lib/codes.ts'
import type { PaymentMetadata } from '#lib/purchases/shapes.ts'
import { nextStepOf, type Purchase } from './purchase-card.ts'

const TODAY = '2026-11-21'

const purchase = (
  purchaseJourneyStatusCode: JourneyStatus,
  payments: Partial<PaymentMetadata> = {},
): Purchase => {
  const journey = aJourney({ currentQuote: aQuote() })
  return {
    purchaseJourneyId: 'journey-1',
    reference: 'TV-7K3Q-XJ',
    status: { purchaseJourneyStatusCode },
    quote: journey.currentQuote,
    paymentMetadata: { ...journey.paymentMetadata, ...payments },
    metadata: { furthestStep: 'owner-details' },
    created: journey.created,
    confirmedDate: null,
  }
}

test('a purchase under way continues at its last step, and shows how long the price is held', () => {
  expect(nextStepOf(purchase('STARTED'), TODAY)).toEqual({
    state: 'In progress',
    text: 'Nothing has been charged yet. The price is held until 4\u00a0December\u00a02026.',
    action: { label: 'Continue', step: 'owner-details' },
  })
})

test('an expired price does not show as held', () => {
  expect(nextStepOf(purchase('STARTED'), '2026-12-05').text).toContain('was held until')
})

test('a deposit to pay shows its amount', () => {
  expect(nextStepOf(purchase('CONFIRMED', { canPayDeposit: true }), TODAY)).toEqual({
    state: 'Deposit to pay',
    text: 'Your car is reserved for you. Pay the deposit of $1,000 to secure it.',
    action: { label: 'Pay deposit', step: 'payment' },
  })
})

test('the first rent of a lease shows until when it keeps the car', () => {
  const { quote, metadata, ...rest } = purchase('CONFIRMED', {
    canPayBalance: true,
    depositCents: 0,
    balanceCents: 99_055,
  })
  const lease: Purchase = {
    ...rest,
    quote: { ...quote, payOption: 'LEASELC' },
    metadata: { ...metadata, depositDueBy: '2026-11-25T05:17:00.000Z' },
  }
  expect(nextStepOf(lease, TODAY)).toEqual({
    state: 'First payment to make',
    text: 'Your car is reserved for you. Make the first payment of $990.55 by Wed\u00a025\u00a0November, 6:17\u00a0pm to keep it.',
    action: { label: 'Make first payment', step: 'payment' },
  })
})

test('a car still to be built shows as ordered, not held', () => {
  const ordered = (payments: Partial<PaymentMetadata>) => {
    const { metadata, ...rest } = purchase('CONFIRMED', payments)
    return nextStepOf({ ...rest, metadata: { ...metadata, deliveryStatus: 'ONORDER' } }, TODAY).text
  }
  expect(ordered({ canPayDeposit: true })).toBe(
    'Your car is on order. Pay the deposit of $1,000 to secure it.',
  )
  expect(ordered({ depositPaid: true })).toContain(
    'Your deposit has arrived and your car is on order. ',
  )
})

test('a part already paid is not due again', () => {
  const part = { canPayDeposit: true, paidCents: 50_000 }
  expect(nextStepOf(purchase('CONFIRMED', part), TODAY).text).toContain(
    'Pay the rest of the deposit, $500, to secure it.',
  )
  const most = { canPayBalance: true, depositPaid: true, paidCents: 4_344_000 }
  expect(nextStepOf(purchase('AGREEMENT', most), TODAY).text).toBe(
    'The balance of $1,000 is due before the hand-over.',
  )
})

test('a deposit that the bank took back is due again, also once the balance is paid', () => {
  const lost = { canPayDeposit: true, paidCents: 4_344_000, balancePaidCents: 4_344_000 }
  expect(nextStepOf(purchase('CONFIRMED', lost), TODAY).text).toContain(
    'Pay the deposit of $1,000 to secure it.',
  )
  expect(nextStepOf(purchase('AGREEMENT', lost), TODAY)).toEqual({
    state: 'Deposit to pay',
    text: 'Pay the deposit of $1,000 before the hand-over.',
    action: { label: 'Pay deposit', step: 'payment' },
  })
  expect(nextStepOf(purchase('COMPLETE', lost), TODAY).text).toBe(
    'The car is yours. You still have $1,000 to pay. Please call us to pay it.',
  )
})

test('an issued agreement waits for the customer', () => {
  const { metadata, ...issued } = purchase('CONFIRMED', { depositPaid: true, canPayBalance: true })
  const card = nextStepOf({ ...issued, metadata: { ...metadata, hasAgreement: true } }, TODAY)
  expect(card.state).toBe('Agreement to accept')
  expect(card.action).toEqual({ label: 'Read the agreement', step: 'agreement' })
})

test('after a refusal of the lender there is nothing to pay or to accept', () => {
  const { metadata, ...issued } = purchase('CONFIRMED', { canPayDeposit: true })
  const creditTrouble = 'The lender can’t offer finance for this purchase.'
  const card = nextStepOf(
    { ...issued, metadata: { ...metadata, hasAgreement: true }, creditTrouble },
    TODAY,
  )
  expect(card.state).toBe('Finance to sort out')
  expect(card.text).toContain(`${creditTrouble} Call your dealer`)
  expect(card.action).toEqual({ label: 'See what to do', step: 'payment' })
})

test('the balance of a lease is its first rent', () => {
  const lease = {
    ...purchase('CONFIRMED', { depositCents: 0, balanceCents: 123_100, canPayBalance: true }),
    quote: aQuote({ payOption: 'LEASEUC' }),
  }
  expect(nextStepOf(lease, TODAY).text).toContain('The first payment of $1,231 is due')
})

test('a cancelled purchase says that its payments go back', () => {
  expect(nextStepOf(purchase('CANCELLED'), TODAY).text).toContain(
    'You won’t be charged anything more.',
  )
  expect(nextStepOf(purchase('CANCELLED', { paidCents: 100 }), TODAY).text).toContain(
    'We’ll refund what you’ve paid.',
  )
})

test.each<[JourneyStatus, string, string]>([
  ['COMPLETE', 'Bought', 'You’re now buying this car.'],
  ['CANCELLED', 'Cancelled', 'This reservation was cancelled.'],
])('a reservation that is %s is not shown as a purchase', (status, state, text) => {
  const reservation = { ...purchase(status), quote: aQuote({ payOption: 'RESERVATION' }) }
  const next = nextStepOf(reservation, TODAY)
  expect([next.state, next.isAtRest, next.action.label]).toEqual([
    state,
    true,
    'See the reservation',
  ])
  expect(next.text).toContain(text)
})

test.each<[string, JourneyStatus, Partial<PaymentMetadata>, string, string]>([
  ['a deposit that has arrived', 'CONFIRMED', { depositPaid: true }, 'Confirmed', 'complete'],
  ['a lease asks for no deposit', 'CONFIRMED', { depositCents: 0 }, 'Confirmed', 'complete'],
  ['a balance to pay', 'AGREEMENT', { canPayBalance: true }, 'Agreement signed', 'payment'],
  ['no car yet', 'NOCARAVAIL', {}, 'Waiting for a car', 'payment'],
  ['handed over', 'COMPLETE', {}, 'Complete', 'payment'],
  ['cancelled', 'CANCELLED', {}, 'Cancelled', 'payment'],
  ['left for too long', 'EXPIRED', {}, 'Expired', 'payment'],
])('%s', (_, status, payments, state, step) => {
  const next = nextStepOf(purchase(status, payments), TODAY)
  expect([next.state, next.action.step]).toEqual([state, step])
})

test.each<[string, Partial<PaymentMetadata>, string]>([
  ['whose fee is to pay', { canPayDeposit: true, depositCents: 50_000 }, 'Fee to pay'],
  ['whose fee is on its way', {}, 'Payment on its way'],
  ['that is paid', { depositPaid: true }, 'Reserved'],
])('a reservation %s', (_, payments, state) => {
  const reservation = {
    ...purchase('CONFIRMED', payments),
    quote: aQuote({ payOption: 'RESERVATION' }),
  }
  expect(nextStepOf(reservation, TODAY).state).toBe(state)
})

// decision 71
test.each<[string, Partial<NonNullable<Purchase['openPayment']>>, string, string]>([
  ['on its way', {}, 'Payment on its way', 'You don’t need to pay again.'],
  [
    'that has come in part',
    { receivedCents: 40_000 },
    'Part payment received',
    'We’ve received $400 of $1,000. Please transfer the remaining $600.',
  ],
  [
    'under review',
    {
      statusCode: 'NEEDS_REVIEW',
      review: {
        phone: '09 555 0100',
        phoneHours: 'Monday to Friday, 8 am to 6 pm',
        answerBy: '2026-11-25T05:00:00.000Z',
        isOverdue: false,
      },
    },
    'Payment being checked',
    'We’ll email you by Wed\u00a025\u00a0November, 6:00\u00a0pm. To ask about it, call 09 555 0100 and give the reference TV-7K3Q-XJ.',
  ],
  [
    'under review for longer than was said',
    {
      statusCode: 'NEEDS_REVIEW',
      review: {
        phone: '09 555 0100',
        phoneHours: 'Monday to Friday, 8 am to 6 pm',
        answerBy: '2026-11-25T05:00:00.000Z',
        isOverdue: true,
      },
    },
    'Payment being checked',
    'Please don’t pay again. This is taking longer than we said. Call 09\u00a0555\u00a00100. Give the reference TV-7K3Q-XJ.',
  ],
])('a payment %s', (_, payment, state, text) => {
  const next = nextStepOf(
    {
      ...purchase('CONFIRMED', {}),
      openPayment: {
        paymentType: 'DEPOSIT',
        statusCode: 'PENDING',
        amountCents: 100_000,
        receivedCents: null,
        review: null,
        ...payment,
      },
    },
    TODAY,
  )
  expect(next).toMatchObject({ state, action: { step: 'payment' } })
  expect(next.text).toContain(text)
})

test('a payment that was checked and never arrived says so', () => {
  const next = nextStepOf(
    {
      ...purchase('CONFIRMED', { canPayDeposit: true }),
      missingPayment: {
        paymentId: 'payment-1',
        paymentType: 'DEPOSIT',
        amountCents: 100_000,
        phone: '09 555 0100',
        phoneHours: 'Monday to Friday, 8 am to 6 pm',
      },
    },
    TODAY,
  )
  expect(next).toEqual({
    state: 'Payment not received',
    text: 'We haven’t received your payment of $1,000. If your bank shows it as sent, call 09 555 0100 and give the reference TV-7K3Q-XJ before you pay again.',
    action: { label: 'See the payment', step: 'payment' },
  })
})
