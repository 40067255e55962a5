// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import {
  aJourney,
  aLoan,
  anOwner,
  aQuote,
  aTradeVehicle,
} from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import { container, open, serve, signInMia } from '#islands/journey/Journey.fixture.tsx'
import { DAY_MS } from '#lib/shared/durations.ts'

const offered = aTradeVehicle({
  status: 'APPRAISAL_DONE',
  offerCents: 1_440_000,
  offerExpires: new Date(Date.now() + 6 * DAY_MS).toISOString(),
})
const withCar = (vehicle = offered, facts: Partial<PurchaseJourney> = {}) =>
  aJourney({
    metadata: { furthestStep: 'confirm' },
    ownerDetails: anOwner(),
    hasConfirmedOwnerDetails: true,
    currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }),
    tradeInformation: { vehicles: [vehicle] },
    ...facts,
  })
const OFFER = 'Our offer for TOI101: $14,400.'
const ONCE = 'you can apply only once for this purchase'

beforeEach(signInMia)

test('each later step says that our offer has arrived, and leads to it', async () => {
  serve(withCar())
  await open('#/journey-1/confirm')
  await until(() => expect(container.textContent).toContain(OFFER))
  expect(container.textContent).not.toContain(ONCE)
  const link = [...container.querySelectorAll('a')].find((it) =>
    it.textContent.startsWith('See it'),
  )
  expect(link?.getAttribute('href')).toBe('#/journey-1/trade-in')

  location.hash = '#/journey-1/finance'
  await until(() => expect(container.textContent).toContain(ONCE))
  expect(container.textContent).toContain(OFFER)

  location.hash = '#/journey-1/trade-in'
  await until(() => expect(container.textContent).not.toContain(OFFER))
})

test.each<[string, PurchaseJourney]>([
  ['is accepted', withCar({ ...offered, status: 'APPRAISAL_ACCEPTED' })],
  ['has expired', withCar({ ...offered, offerExpires: '2026-01-01T00:00:00.000Z' })],
  [
    'does not count for a lease',
    withCar(offered, { currentQuote: aQuote({ payOption: 'LEASELC', finance: aLoan() }) }),
  ],
])('nothing is said of an offer that %s', async (_, journey) => {
  serve(journey)
  await open('#/journey-1/confirm')
  await until(() => expect(container.textContent).toContain('Confirm your purchase'))
  expect(container.textContent).not.toContain(OFFER)
})
