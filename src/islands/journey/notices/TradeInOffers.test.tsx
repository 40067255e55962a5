// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { aJourney, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import {
  button,
  callsOf,
  close,
  container,
  open,
  press,
  problem,
  serve,
  server,
  shows,
  signInMia,
} from '#islands/journey/Journey.fixture.tsx'
import { DAY_MS } from '#lib/shared/durations.ts'

const ANSWER = 'POST /purchase-journey/journey-1/trade-in-answers'
const status = { purchaseJourneyStatusCode: 'CONFIRMED' } as const
const offered = aTradeVehicle({
  status: 'APPRAISAL_DONE',
  offerCents: 500_000,
  offerExpires: new Date(Date.now() + 6 * DAY_MS).toISOString(),
})
const withCar = (vehicle = offered, hasAgreement = false) =>
  aJourney({
    status,
    metadata: { furthestStep: 'payment', ...(hasAgreement && { hasAgreement }) },
    confirmedDate: '2026-11-20',
    hasConfirmedOwnerDetails: true,
    tradeInformation: { vehicles: [vehicle] },
  })

beforeEach(signInMia)

test('an offer accepted after the purchase is confirmed lowers the amount due', async () => {
  const { change } = serve(withCar())
  server[ANSWER] = () =>
    change({ ...withCar({ ...offered, status: 'APPRAISAL_ACCEPTED' }), version: 2 })
  await open('#/journey-1/payment')
  await shows('Payment')
  expect(container.textContent).toContain('Balance$43,440')
  await press('Accept $5,000 TOI101')
  await until(() => expect(container.textContent).toContain('You accepted $5,000.'))
  expect(callsOf(ANSWER).at(-1)?.body).toEqual({ vehicleId: 'trade-1', answer: 'ACCEPT' })
  expect(container.textContent).toContain('Your trade-in$5,000')
  expect(container.textContent).toContain('Balance$38,440')
  await until(() => expect(document.activeElement?.textContent).toBe('Your trade-in'))
})

test('an offer that was replaced is shown, and not accepted', async () => {
  const { change } = serve(withCar())
  server[ANSWER] = () =>
    problem(412, {
      current: change({ ...withCar({ ...offered, offerCents: 300_000 }), version: 2 }),
    })
  await open('#/journey-1/payment')
  await shows('Payment')
  await press('Accept $5,000 TOI101')
  await until(() =>
    expect(container.textContent).toContain(
      'Our offer for TOI101 is now $3,000 (was $5,000). Nothing is accepted yet.',
    ),
  )
  await press('Accept $3,000 TOI101')
  expect(callsOf(ANSWER).map(({ ifMatch }) => ifMatch)).toEqual(['"v1"', '"v2"'])
})

test('an awaited offer is announced, and one that came too late is not shown', async () => {
  serve(withCar(aTradeVehicle({ status: 'APPRAISAL_REQUESTED', offerDue: '2026-11-25' })))
  await open('#/journey-1/payment')
  await shows('Payment')
  expect(container.textContent).toContain('Appraisal requested.')
  expect(button('Accept $5,000 TOI101')).toBeUndefined()
})

test('an offer can be accepted until the agreement is, and not after it', async () => {
  serve(withCar(offered, true))
  await open('#/journey-1/payment')
  await shows('Payment')
  expect(button('Accept $5,000 TOI101')).toBeDefined()
  await close()
  const agreed = { purchaseJourneyStatusCode: 'AGREEMENT' } as const
  serve({ ...withCar(offered, true), status: agreed })
  await open('#/journey-1/payment')
  await shows('Payment')
  expect(button('Accept $5,000 TOI101')).toBeUndefined()
})

test('declining asks first, and the car stays with a request for a new offer', async () => {
  const { change } = serve(withCar())
  const leftOut = aTradeVehicle({ status: 'TRADE_ADDED' })
  server[ANSWER] = () => change({ ...withCar(leftOut), version: 2 })
  await open('#/journey-1/payment')
  await shows('Payment')
  await press('Decline TOI101')
  await until(() => expect(document.activeElement?.textContent).toContain('Decline our offer of'))
  await press('Keep it')
  await until(() => expect(document.activeElement).toBe(button('Decline TOI101')))
  expect(callsOf(ANSWER)).toHaveLength(0)
  await press('Decline TOI101')
  await press('Decline offer TOI101')
  await until(() => expect(container.textContent).toContain('Offer declined.'))
  expect(container.textContent).toContain('This car isn’t part of your purchase.')

  const asked = aTradeVehicle({ status: 'APPRAISAL_REQUESTED' })
  server[ANSWER] = () => change({ ...withCar(asked), version: 3 })
  await press('Request a new offer TOI101')
  await until(() => expect(container.textContent).toContain('Appraisal requested.'))
  expect(callsOf(ANSWER).at(-1)?.body).toEqual({ vehicleId: 'trade-1', answer: 'APPRAISAL' })
})

test('a car within the rules gets a new firm offer at once', async () => {
  const { change } = serve(withCar(aTradeVehicle({ status: 'TRADE_ADDED' })))
  server[ANSWER] = () => change({ ...withCar({ ...offered, offeredBy: 'RULES' }), version: 2 })
  await open('#/journey-1/payment')
  await press('Request a new offer TOI101')
  await until(() => expect(container.textContent).toContain('Our new offer is $5,000.'))
  expect(container.textContent).toContain('This is a firm offer for the car as you described it.')
  expect(callsOf('POST /car/TOI101/retrieveandcreate')).toHaveLength(1)
})
