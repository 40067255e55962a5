// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import {
  button,
  callsOf,
  container,
  field,
  heading,
  open,
  press,
  server,
  shows,
  signInMia,
  stepLinks,
  type,
} from '../../Journey.fixture.tsx'
import { CASH, choose, nameOf, PATCH, priced, radio, sell } from '../quote/quote.fixture.ts'

test('a deposit that is not valid keeps its field open and stops Continue', async () => {
  sell()
  signInMia()
  await open('#/journey-1/configure?pay')
  await until(() => expect(radio(nameOf('CASH'))).toBeTruthy())
  await choose(nameOf('LOANCLASIC'))
  field('Deposit').focus()
  await type('Deposit', '1')
  await press('Change colour')
  await press('Continue')
  expect(heading()).toBe('Your car')
  await until(() => expect(container.textContent).toContain('Deposit must be'))
  expect(document.activeElement).toBe(field('Deposit'))
})

test('the summary leads to the trade-in, which a lease does not have', async () => {
  sell(0, { tradeInformation: { vehicles: [aTradeVehicle()] } })
  signInMia()
  await open('#/journey-1/configure?pay')
  await until(() => expect(radio(nameOf('CASH'))).toBeTruthy())
  const tradeIn = () => container.querySelector('.change-line a[href$="/trade-in"]')
  expect(tradeIn()?.textContent).toBe('Change the car you’re trading in')
  expect(container.querySelector('.configure')?.textContent).toContain(aTradeVehicle().registration)
  await choose(nameOf('LEASETC'))
  expect(tradeIn()).toBeNull()
})

test('an unsaved purchase can be changed, and a reload keeps the choice', async () => {
  sell()
  server['GET /quote/quote-1'] = () => CASH
  server['POST /quote'] = (request: QuoteRequest) => ({ ...priced(request), quoteId: 'quote-2' })
  await open('', { kdcd: 'TN27H-B', quoteId: 'quote-1' })
  await shows('Your car')
  await press('Change how you pay')
  await until(() => expect(radio(nameOf('LEASETC'))).toBeTruthy())

  await choose(nameOf('LEASETC'))

  expect(Object.keys(stepLinks())).toContain('Finance pre-approval')
  await until(() => expect(JSON.stringify(localStorage)).toContain('\\"quoteId\\":\\"quote-2\\"'))
  expect(callsOf('POST /quote')).toHaveLength(1)
  expect(button('Continue')).toBeTruthy()
})

test('the car can be changed within the purchase, and every change is priced again', async () => {
  sell()
  signInMia()
  await open('#/journey-1/configure')
  await shows('Your car')
  const other = (name: string) =>
    container.querySelector<HTMLInputElement>(`input[name="${name}"]:not(:checked)`)

  for (const [part, ...names] of [
    ['colour', 'colour'],
    ['interior', 'interior'],
    ['extras', 'accessories', 'plan'],
    ['option', 'option'],
    ['grade', 'grade'],
    ['model', 'model'],
  ]) {
    await press(`Change ${part}`)
    await until(() => expect(container.querySelector(`input[name="${names[0]}"]`)).toBeTruthy())
    for (const name of names) await act(async () => other(name)?.click())
    await press(`Close ${part}`)
  }

  await until(() => expect(callsOf(PATCH).length).toBeGreaterThan(0))
  const first = callsOf(PATCH)[0]?.body as { currentQuoteRequest: QuoteRequest }
  expect(first.currentQuoteRequest.colourCode).not.toBe(CASH.request.colourCode)
  expect(container.querySelector('.deal__name')?.textContent).not.toBe(CASH.vehicle.variantName)
})

test('a car no longer in the range has a notice, and no other car is preselected', async () => {
  const gone = { ...CASH.request, kdcd: 'GONE' }
  sell(0, { currentQuote: { ...CASH, request: gone } })
  signInMia()
  await open('#/journey-1/configure')
  await shows('Your car')
  await press('Change extras')
  await until(() => expect(container.textContent).toContain('Your car is no longer in our range.'))
  expect(container.querySelector('.configure input:checked')).toBeNull()
  expect(container.querySelector('input[name="accessories"]')).toBeNull()

  await act(async () => container.querySelector<HTMLInputElement>('input[name="model"]')!.click())

  expect(container.querySelector('input[name="accessories"]')).toBeTruthy()
  expect(container.textContent).not.toContain('no longer in our range. Please choose')
})
