// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { aJourney, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import { container, open, serve, signInMia } from '../Journey.fixture.tsx'

beforeEach(signInMia)

const card = () => container.querySelector('.adviser')?.textContent
const confirmed = aJourney({
  status: { purchaseJourneyStatusCode: 'CONFIRMED' },
  hasConfirmedOwnerDetails: true,
  confirmedDate: '2026-11-20',
  outletCode: 'HAM',
})
const requested = { vehicles: [aTradeVehicle({ status: 'APPRAISAL_REQUESTED' })] }

test.each([
  ['payment', confirmed],
  [
    'complete',
    { ...confirmed, paymentMetadata: { ...confirmed.paymentMetadata, depositPaid: true } },
  ],
  ['trade-in', aJourney({ outletCode: 'HAM', tradeInformation: requested })],
])('who waits at %s has the dealer’s adviser to ask', async (step, journey) => {
  serve(journey)
  await open(`#/journey-1/${step}`)
  await until(() => expect(card()).toContain('Tarvane Hamilton'))
})

test('a payment under review is the brand’s to answer', async () => {
  const review = {
    answerBy: '2999-11-25T05:00:00.000Z',
    isOverdue: false,
    phone: '+64 9 555 0100',
    phoneHours: 'Monday to Friday',
  }
  serve({
    ...confirmed,
    openPayment: {
      paymentType: 'DEPOSIT',
      method: 'POLI',
      amountCents: 100_000,
      receivedCents: null,
      review,
    } as never,
  })
  await open('#/journey-1/payment')
  await until(() => expect(card()).toContain('You’ll hear from us by'))
  expect(card()).toContain('Jess Tamihana')
})
