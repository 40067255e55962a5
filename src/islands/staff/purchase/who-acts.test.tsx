// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { aJourney, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { aPurchase, button, container, open, server } from './Purchase.fixture.tsx'

test.each([
  [
    'sales',
    [
      'Issue the agreement',
      'Record acceptance on paper',
      'Record the car',
      'Update delivery status',
      'Change the delivery date',
    ],
  ],
  [
    'manager',
    [
      'Record a receipt',
      'Issue the agreement',
      'Record acceptance on paper',
      'Record the car',
      'Update delivery status',
      'Change the delivery date',
      'Cancel the purchase',
    ],
  ],
])('%s can do %j', async (role, acts) => {
  await open(role)
  const shownActs = [...container.querySelectorAll('.staff-purchase__acts button')]
  expect(shownActs.map(({ textContent }) => textContent)).toEqual(acts)
})

test('actions for managers are not offered to sales staff', async () => {
  server.purchase = aPurchase({
    journey: aJourney({ status: { purchaseJourneyStatusCode: 'NOCARAVAIL' } }),
    isCarHeld: false,
  })
  await open('sales')
  expect(container.textContent).toContain('A manager needs to take the next step.')
  expect(button('Find a car')).toBeUndefined()
})

test.each<[string, Partial<PurchaseJourney>, string]>([
  ['is over', { status: { purchaseJourneyStatusCode: 'COMPLETE' } }, 'The car is handed over.'],
  [
    'has ended',
    { status: { purchaseJourneyStatusCode: 'CANCELLED' } },
    'This purchase has ended. There’s nothing left to do.',
  ],
  [
    'waits for the lender’s decision',
    { creditDecision: { code: 'MANUWRITE', conditions: [] } },
    'A manager needs to take the next step.',
  ],
  ['is under way', {}, 'The customer takes the next step.'],
])('sales staff are told who takes the next step of a purchase that %s', async (_, facts, text) => {
  server.purchase = aPurchase({ journey: aJourney(facts), isCarHeld: false })
  await open('sales')
  expect(container.textContent).toContain(text)
})

test('sales staff offer a price first where the trade-in waits for one, and are not sent to a manager', async () => {
  const vehicles = [aTradeVehicle({ status: 'APPRAISAL_REQUESTED' })]
  server.purchase = aPurchase({
    journey: aJourney({ tradeInformation: { vehicles } }),
    isCarHeld: false,
  })
  await open('sales')
  expect(container.querySelector('.staff-purchase__next')?.textContent).toContain('Offer a price')
  expect(container.textContent).not.toContain('A manager needs')
})
