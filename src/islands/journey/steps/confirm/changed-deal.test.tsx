// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { QuoteFinance } from '#lib/quotes/shapes.ts'
import { showJourney } from '#stores/journey/journey-updates.ts'
import { aLoan, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import {
  container,
  field,
  press,
  problem,
  serve,
  server,
  signInMia,
} from '../../Journey.fixture.tsx'
import { CONFIRM, openAndSign, ready } from './confirm.fixture.tsx'

// The tick under the terms belongs to the deal that was shown as it was set.

const TERMS = 'I accept the terms and conditions'
const GET = 'GET /purchase-journey/journey-1'

beforeEach(signInMia)

const atTotal = (driveAwayCents: number) => {
  const { currentQuote } = ready
  return { ...currentQuote, totals: { ...currentQuote.totals, driveAwayCents } }
}

test('goes where more than the new price has changed that the server named', async () => {
  const journey = serve(ready)
  server[CONFIRM] = () => problem(409, { code: 'Conflict', newTotalCents: 4_500_000 })
  await openAndSign()
  const load = server[GET]!
  server[GET] = () => Promise.reject(new TypeError('the connection is lost'))
  await press('Confirm purchase')
  await until(() => expect(container.textContent).toContain('The price is now $45,000'))
  expect(field(TERMS).checked).toBe(true)
  server[GET] = load
  const vehicles = [aTradeVehicle()]
  const currentQuote = atTotal(4_500_000)
  const other = { version: 7, currentQuote, tradeInformation: { vehicles } }
  await act(async () => showJourney(journey.change(other)))
  expect(field(TERMS).checked).toBe(false)
})

test('goes with each change, also after the deal was once as before', async () => {
  const journey = serve(ready)
  await openAndSign()
  const change = (facts: Partial<PurchaseJourney>) =>
    act(async () => showJourney(journey.change(facts)))
  await change({ version: 2, outletCode: 'HLZ09' })
  expect(field(TERMS).checked).toBe(false)
  await change({ version: 3, outletCode: ready.outletCode })
  await act(async () => field(TERMS).click())
  await change({ version: 4, currentQuote: atTotal(4_700_000) })
  expect(field(TERMS).checked).toBe(false)
})

test('stays where a loan has followed the new price that the server named', async () => {
  const loan = { ...atTotal(4_400_000), payOption: 'LOANCLASIC' as const, finance: aLoan() }
  const journey = serve({ ...ready, currentQuote: loan })
  server[CONFIRM] = () => {
    const finance = aLoan({ amountFinancedCents: aLoan().amountFinancedCents + 100_000 })
    const { totals } = atTotal(4_500_000)
    journey.change({ version: 2, currentQuote: { ...loan, totals, finance } })
    return problem(409, { code: 'Conflict', newTotalCents: 4_500_000 })
  }
  await openAndSign()
  await press('Confirm purchase')
  await until(() => expect(container.textContent).toContain('The price is now $45,000'))
  expect(field(TERMS).checked).toBe(true)

  const dearer = { ...loan, ...atTotal(4_500_000), finance: aLoan({ annualRatePct: 14.9 }) }
  await act(async () => showJourney(journey.change({ version: 3, currentQuote: dearer })))
  expect(field(TERMS).checked).toBe(false)
})

describe('goes where what is paid besides the price has changed, also at the same price', () => {
  const dearer = (facts: Partial<QuoteFinance>) => {
    const { paymentCents, lastPaymentCents, totalPayableCents, paymentCount } = aLoan()
    return {
      paymentCents: paymentCents + 10_000,
      lastPaymentCents: lastPaymentCents + 10_000,
      totalPayableCents: totalPayableCents + 10_000 * paymentCount,
      ...facts,
    }
  }
  test.each([
    ['a loan’s account fee', 'LOANCLASIC', 0, dearer({ accountFeePerPaymentCents: 10_850 })],
    ['a loan’s account fee', 'LOANCLASIC', -1_000, dearer({ accountFeePerPaymentCents: 10_850 })],
    ['a lease’s rent', 'LEASELC', 0, dearer({})],
    ['a lease’s rent', 'LEASELC', -1_000, dearer({})],
    ['a lease’s extra kilometres', 'LEASELC', 0, { excessKmCents: 55 }],
  ] as const)('%s (%s, %d cents)', async (_, payOption, byCents, change) => {
    const finance = aLoan({ product: payOption, excessKmCents: 30 })
    const deal = { ...atTotal(4_400_000), payOption, finance }
    const journey = serve({ ...ready, currentQuote: deal })
    const newTotalCents = 4_400_000 + byCents
    server[CONFIRM] = () => {
      const { totals } = atTotal(newTotalCents)
      const currentQuote = { ...deal, totals, finance: { ...finance, ...change } }
      journey.change({ version: 2, currentQuote })
      return problem(409, { code: 'Conflict', newTotalCents })
    }
    await openAndSign()
    await press('Confirm purchase')
    await until(() =>
      expect(container.textContent).toContain('Way to pay: its payments or fees have changed'),
    )
    expect(container.textContent).not.toMatch(/\(was (Loan|Lease|LOAN|LEASE)/)
    expect(field(TERMS).checked).toBe(false)
  })

  test('a deposit', async () => {
    const journey = serve(ready)
    server[CONFIRM] = () => {
      const { totals, ...quote } = atTotal(4_500_000)
      const currentQuote = { ...quote, totals: { ...totals, depositDueCents: 200_000 } }
      journey.change({ version: 2, currentQuote })
      return problem(409, { code: 'Conflict', newTotalCents: 4_500_000 })
    }
    await openAndSign()
    await press('Confirm purchase')
    await until(() => expect(container.textContent).toContain('The price is now $45,000'))
    expect(field(TERMS).checked).toBe(false)
  })
})
