// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { updateJourney } from '#stores/journey/journey.ts'
import { showJourney } from '#stores/journey/journey-updates.ts'
import { aQuote, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import {
  callsOf,
  container,
  field,
  press,
  serve,
  server,
  shows,
  signInMia,
} from '../../Journey.fixture.tsx'
import { CONFIRM, openAndSign, ready } from './confirm.fixture.tsx'

describe('confirming while the connection fails', () => {
  beforeEach(signInMia)

  test('a purchase that could not be saved first was certainly not confirmed', async () => {
    const { request } = aQuote()
    serve(ready)
    server['PATCH /purchase-journey/journey-1'] = () => Promise.reject(new TypeError('failed'))
    await openAndSign()
    await act(
      async () => void updateJourney({ currentQuoteRequest: { ...request, colourCode: 'BLU' } }),
    )

    await press('Confirm purchase')

    await until(() =>
      expect(container.textContent).toContain('Nothing was sent and nothing is lost'),
    )
    expect(container.textContent).toContain('Your purchase isn’t confirmed')
    expect(container.textContent).not.toContain('We don’t know yet')
    expect(callsOf(CONFIRM)).toHaveLength(0)
  })

  test('an order whose response was lost may have arrived', async () => {
    serve(ready)
    server[CONFIRM] = () => Promise.reject(new TypeError('failed'))
    await openAndSign()
    await press('Confirm purchase')

    await until(() =>
      expect(container.textContent).toContain('We don’t know yet if your purchase is confirmed'),
    )
    // In view at once, also above the bar at the foot of the page.
    expect(document.activeElement?.textContent).toContain('We don’t know yet')
  })

  test('an order whose response was lost is checked when the connection is back', async () => {
    const journey = serve(ready)
    server[CONFIRM] = () => Promise.reject(new TypeError('failed'))
    await openAndSign()
    await press('Confirm purchase')
    await until(() => expect(container.textContent).toContain('We don’t know yet'))
    await act(async () => dispatchEvent(new Event('online')))
    await until(() => expect(container.textContent).toContain('nothing was confirmed'))
    expect(container.textContent).not.toContain('We don’t know yet')

    await press('Confirm purchase')
    await until(() => expect(container.textContent).toContain('We don’t know yet'))
    journey.change({ status: { purchaseJourneyStatusCode: 'CONFIRMED' } })
    await act(async () => dispatchEvent(new Event('online')))
    await shows('Payment')
  })

  test('asks for the terms again where the page met another deal meanwhile', async () => {
    const journey = serve(ready)
    await openAndSign()
    let lose: (error: Error) => void = () => {}
    server[CONFIRM] = () => new Promise((_, reject) => (lose = reject))
    await press('Confirm purchase')
    await until(() => expect(callsOf(CONFIRM)).toHaveLength(1))
    const tradeInformation = { vehicles: [aTradeVehicle()] }
    await act(async () => showJourney(journey.change({ version: 2, tradeInformation })))
    await act(async () => lose(new TypeError('network')))
    await until(() => expect(container.textContent).toContain('Your purchase has changed'))
    expect(field('I accept the terms and conditions').checked).toBe(false)
  })
})
