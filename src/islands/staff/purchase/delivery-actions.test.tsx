// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { StaffPurchase } from '#lib/staff/shapes.ts'
import { aJourney, aQuote, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import {
  aPurchase,
  container,
  sent,
  server,
  open,
  press,
  type,
  posts,
} from './Purchase.fixture.tsx'

test('an estimate is a day or a range, is confirmed before it is sent, and carries its reason', async () => {
  server.purchase = aPurchase({
    delivery: {
      status: 'SHIPPED',
      history: [],
      estimate: { from: '2026-12-07', to: '2026-12-14' },
      estimates: [
        { from: '2026-11-30', to: '2026-12-07', note: null, at: '2026-11-20T00:00:00.000Z' },
        { from: '2026-12-07', to: '2026-12-14', note: null, at: '2026-11-22T00:00:00.000Z' },
      ],
    },
  })
  await open()
  expect(container.textContent).toMatch(
    /Was 30\u00a0November to 7\u00a0December\u00a02026 until 22\u00a0Nov/,
  )
  await press('Change the delivery date')
  await type('To', '1/12/2026')
  await press('Record it')
  expect(container.textContent).toContain('Please enter a date after the first one')
  await type('To', '20 Decembre')
  await press('Record it')
  expect(container.textContent).toContain('Please enter a date, for example')
  expect(container.textContent).not.toContain('Change the estimate?')
  await type('To', '20/12/2026')
  await type('Reason', 'The ship is late.')
  await press('Record it')
  expect(container.textContent).toContain(
    'Change the estimate? The new dates are 7\u00a0to\u00a020\u00a0December\u00a02026.',
  )
  server.purchase = aPurchase({
    delivery: { ...server.purchase.delivery, estimate: { from: '2026-12-08', to: '2026-12-21' } },
  })
  await press('Yes, record it')
  expect(posts()).toMatchObject([
    { body: { estimate: { from: '2026-12-07', to: '2026-12-20' }, note: 'The ship is late.' } },
  ])
  // Opened again, the form has the present estimate.
  await press('Change the delivery date')
  const fields = [...container.querySelectorAll<HTMLInputElement>('.date-field .input')]
  expect(fields.map(({ value }) => value)).toEqual(['08/12/2026', '21/12/2026'])
})

test('a hand-over time that someone else takes is dropped, and the times are loaded again', async () => {
  const at = '2026-12-08T00:00:00.000Z'
  server.purchase = aPurchase({
    journey: aJourney({ status: { purchaseJourneyStatusCode: 'AGREEMENT' } }),
    handOver: { outlet: {} as NonNullable<StaffPurchase['handOver']>['outlet'], appointment: null },
  })
  await open()
  server.days = null
  await press('Book the hand-over')
  expect(container.textContent).toContain('We couldn’t load the times')
  server.days = [{ day: '2026-12-08', starts: [at] }]
  await press('Try again')
  await type('Day', '2026-12-08')
  await type('Time', at)
  server.days = []
  server.toPut = () =>
    new Response(JSON.stringify({ code: 'Conflict', message: 'It is taken.', messages: [] }), {
      status: 409,
      headers: { 'content-type': 'application/problem+json' },
    })
  await press('Book it')
  expect(container.textContent).toContain('It is taken.')
  expect(container.textContent).toContain('No times are free right now.')
  const puts = () => sent.filter(({ method }) => method === 'PUT').length
  const before = puts()
  await press('Book it')
  expect(puts()).toBe(before)
})

test.each([
  ['CASH', true],
  ['LEASEUC', false],
] as const)('the hand-over takes the old car of %s: %s', async (payOption, isTraded) => {
  const vehicle = aTradeVehicle({ registration: 'TOI101', status: 'APPRAISAL_ACCEPTED' })
  server.purchase = aPurchase({
    journey: aJourney({
      status: { purchaseJourneyStatusCode: 'AGREEMENT' },
      currentQuote: aQuote({ payOption }),
      tradeInformation: { vehicles: [vehicle] },
    }),
    outstanding: { depositCents: 0, balanceCents: 0, lenderCents: 0 },
  })
  await open()
  await press('Hand the car over')
  const text = container.textContent!
  expect(text.includes('Their trade-in TOI101 will leave their profile today.')).toBe(isTraded)
  const doesNotCount = 'Doesn’t count. You can’t trade in a car with a lease.'
  expect(text.includes(doesNotCount)).toBe(!isTraded)
})

test('an old car that another purchase counts is a warning beside it, and at the hand-over', async () => {
  const vehicle = aTradeVehicle({ registration: 'TOI101', status: 'APPRAISAL_ACCEPTED' })
  server.purchase = aPurchase({
    journey: aJourney({
      status: { purchaseJourneyStatusCode: 'AGREEMENT' },
      tradeInformation: { vehicles: [vehicle] },
    }),
    outstanding: { depositCents: 0, balanceCents: 0, lenderCents: 0 },
    tradedInElsewhere: { [vehicle.id]: [{ reference: 'TV-7K3Q-X2', isHandedIn: true }] },
  })
  await open()
  const warnings = () => container.textContent!.split('Traded in with TV-7K3Q-X2.').length - 1
  expect(warnings()).toBe(1)
  await press('Hand the car over')
  expect(warnings()).toBe(2)
})
