import { expect, test } from 'vitest'
import type { JourneyStatus } from '#lib/codes.ts'
import { aJourney, aQuote } from '#tests/builders/purchase-journey.ts'
import { closedPurchase } from './closed-purchase.ts'

const closed = (code: JourneyStatus, paidCents = 0) => {
  const journey = aJourney({ status: { purchaseJourneyStatusCode: code } })
  return { ...journey, paymentMetadata: { ...journey.paymentMetadata, paidCents } }
}
const reservation = { currentQuote: aQuote({ payOption: 'RESERVATION' }) }

test('a purchase that is under way is not closed', () => {
  expect(closedPurchase(closed('CONFIRMED'))).toBeNull()
})

test('money that the bank took back after the hand-over is still to pay', () => {
  const paid = closed('COMPLETE', 4_344_000)
  const lost = { ...paid.paymentMetadata, balancePaidCents: 4_344_000 }
  const text = 'You’ve collected your car. You still have $1,000 to pay. Please call us to pay it.'
  expect(closedPurchase({ ...paid, paymentMetadata: lost })).toMatchObject({ text })
  expect(closedPurchase(closed('COMPLETE', 4_444_000))?.text).toContain('You’ve paid in full')
})

test('a reservation that became a purchase is not called handed over', () => {
  expect(closedPurchase({ ...closed('COMPLETE', 4_444_000), ...reservation })).toMatchObject({
    title: 'You’re now buying this car',
    next: 'purchases',
  })
})

test.each<JourneyStatus>(['CANCELLED', 'EXPIRED'])(
  'a refund is mentioned where something was paid: %s',
  (status) => {
    expect(closedPurchase(closed(status, 100_000))?.text).toContain(
      'We’ll refund the $1,000 you paid',
    )
    expect(closedPurchase(closed(status))?.text).not.toContain('refund')
  },
)

test('a purchase that has expired says why, and can be started again', () => {
  const expired = { ...closed('EXPIRED'), confirmedDate: '2026-11-23' }
  const { metadata } = expired
  expect(
    closedPurchase({ ...expired, metadata: { ...metadata, depositDueBy: '2026-11-25T05:17:00Z' } }),
  ).toMatchObject({
    text: expect.stringContaining(
      'The deposit wasn’t paid by Wed\u00a025\u00a0November, 6:17\u00a0pm',
    ),
    next: 'again',
  })
  expect(closedPurchase(expired)).toMatchObject({
    text: expect.stringContaining('We couldn’t find a car in time'),
    next: 'again',
  })
  expect(closedPurchase({ ...expired, ...reservation })).toMatchObject({
    title: 'This reservation has ended',
    next: 'build',
  })
})
