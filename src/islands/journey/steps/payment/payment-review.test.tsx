// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { $purchaseSlice, changeSlice } from '#stores/journey/purchase-store.ts'
import { until } from '#tests/setup/screen.ts'
import {
  button,
  callsOf,
  container,
  open,
  press,
  serve,
  server,
  signInMia,
} from '../../Journey.fixture.tsx'
import { confirmed } from './payment-view.fixture.ts'

describe('a payment that we check', () => {
  beforeEach(signInMia)

  const inReview: Partial<PurchaseJourney> = {
    paymentMetadata: { ...confirmed.paymentMetadata, canPayDeposit: false },
    openPayment: {
      paymentType: 'DEPOSIT',
      statusCode: 'NEEDS_REVIEW',
      amountCents: 100_000,
      receivedCents: null,
      review: {
        phone: '09 555 0100',
        phoneHours: 'Monday to Friday, 8 am to 6 pm',
        answerBy: '2026-11-25T05:00:00.000Z',
        isOverdue: false,
      },
    },
  }

  // decision 71
  test('says what to do, and is checked once', async () => {
    serve({ ...confirmed, ...inReview })
    changeSlice(() => ({ paymentSessions: { 'journey-1': 'POLI:token' } }))
    server['POST /poli/check'] = () => ({
      paymentId: 'p',
      purchaseJourneyId: 'journey-1',
      paymentType: 'DEPOSIT',
      statusCode: 'NEEDS_REVIEW',
      message: '',
    })
    await open('#/journey-1/payment')
    await until(() => expect(container.textContent).toContain('About this payment'))
    for (const text of ['$1,000', confirmed.reference, '09 555 0100', 'Wed\u00a025\u00a0November'])
      expect(container.textContent).toContain(text)
    expect(button('Pay deposit')).toBeUndefined()
    expect($purchaseSlice.get().paymentSessions).toEqual({})

    await press('Check again')
    await until(() =>
      expect(container.textContent).toContain('Checked a moment ago. We’re checking your payment.'),
    )

    // Staff have decided that nothing came.
    serve(confirmed)
    await press('Check again')
    await until(() => expect(button('Pay deposit')).toBeDefined())
    expect(callsOf('POST /poli/check')).toHaveLength(1)
  })

  // decision 71, people 23
  test.each<[string, () => void]>([
    ['is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['gets the focus', () => dispatchEvent(new Event('focus'))],
    ['has been open for half a minute', () => vi.advanceTimersByTime(30_000)],
  ])('the page says that nothing came as soon as it %s', async (_, happen) => {
    const journey = serve({ ...confirmed, ...inReview })
    await open('#/journey-1/payment')
    await until(() => expect(container.textContent).toContain('We’re checking your payment'))

    journey.change({
      paymentMetadata: confirmed.paymentMetadata,
      openPayment: undefined,
      missingPayment: {
        paymentId: 'p',
        paymentType: 'DEPOSIT',
        amountCents: 100_000,
        phone: '09 555 0100',
        phoneHours: 'Monday to Friday, 8 am to 6 pm',
      },
    })
    await act(async () => happen())

    await until(() => expect(container.textContent).toContain('We’ve checked and found no payment'))
    for (const text of [
      'If your bank shows it as sent, call us before you pay again.',
      confirmed.reference,
      '09 555 0100',
      'Monday to Friday, 8 am to 6 pm',
    ])
      expect(container.textContent).toContain(text)
    expect(button('Pay deposit')).toBeDefined()
  })

  test('that takes longer than promised shows no time in the past', async () => {
    const { openPayment } = inReview
    serve({
      ...confirmed,
      ...inReview,
      openPayment: { ...openPayment!, review: { ...openPayment!.review!, isOverdue: true } },
    })
    await open('#/journey-1/payment')
    await until(() =>
      expect(container.textContent).toContain('This is taking longer than we said. Call'),
    )
    expect(container.textContent).not.toContain('Wed\u00a025\u00a0November')
    expect(container.querySelector('a[href="tel:095550100"]')).not.toBeNull()
  })
})
