// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import { aJourney, aLoan, aQuote, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import {
  button,
  callsOf,
  container,
  open,
  press,
  serve,
  server,
  shows,
  signInMia,
} from '../../Journey.fixture.tsx'
import { openWith, PATCH, sent } from './TradeIn.fixture.tsx'
import { DAY_MS } from '#lib/shared/durations.ts'

beforeEach(signInMia)

const offered = (facts: Partial<TradeVehicle> = {}) =>
  aTradeVehicle({
    status: 'APPRAISAL_DONE',
    offerCents: 500_000,
    owingCents: 100_000,
    offerExpires: new Date(Date.now() + 6 * DAY_MS).toISOString(),
    ...facts,
  })

test('an offer can be accepted, counts in the deal, and can be undone', async () => {
  await openWith(offered(), { status: 'APPRAISAL_ACCEPTED' })
  expect(container.textContent).toContain('left')
  expect(container.textContent).not.toContain('Your trade-in$')
  await act(async () => button('Accept $5,000 TOI101').focus())
  await press('Accept $5,000 TOI101')
  await until(() => expect(document.activeElement?.textContent).toContain('Undo'))
  await until(() => expect(container.textContent).toContain('Your trade-in$4,000'))
  expect(sent()).toMatchObject([{ id: 'trade-1', request: 'ACCEPT' }])

  server[PATCH] = () => aJourney({ tradeInformation: { vehicles: [offered()] }, version: 3 })
  vi.advanceTimersByTime(5_000)
  await press('Undo acceptance TOI101')
  await until(() => expect(container.textContent).toContain('Accept $5,000'))
  expect(sent()).toMatchObject([{ id: 'trade-1', request: 'APPRAISAL' }])
  expect(container.textContent).not.toContain('Your trade-in−')
})

test('an expired offer cannot be accepted, and a new one can be requested', async () => {
  await openWith(offered({ offerExpires: '2020-01-01T00:00:00.000Z' }), {
    status: 'APPRAISAL_REQUESTED',
  })
  expect(container.textContent).toContain('expired on 1\u00a0January\u00a02020')
  expect(container.textContent).not.toContain('Accept $')
  await press('Request a new offer TOI101')
  await until(() =>
    expect(container.textContent).toContain(
      'Appraisal requested. Our team will appraise your car and email you an offer.',
    ),
  )
  expect(sent()).toMatchObject([{ request: 'APPRAISAL' }])
})

test('an offer expires while the page is open', async () => {
  await openWith(offered({ offerExpires: new Date(Date.now() + 90_000).toISOString() }))
  expect(container.textContent).toContain('less than an hour left')
  await act(async () => void vi.advanceTimersByTime(130_000))
  expect(container.textContent).toContain('expired')
})

test('declining asks for confirmation, and removes the car', async () => {
  await openWith(offered())
  await press('Decline TOI101')
  await until(() => expect(document.activeElement?.textContent).toContain('Decline our offer?'))
  await press('Keep it')
  await until(() => expect(document.activeElement).toBe(button('Decline TOI101')))
  expect(callsOf(PATCH)).toHaveLength(0)
  server[PATCH] = () => aJourney({ version: 2 })
  await press('Decline TOI101')
  await press('Decline offer TOI101')
  await until(() => expect(container.textContent).not.toContain('TOI101'))
  expect(sent()).toEqual([])
})

/** The Current at $59,273 with a loan, and a trade-in of $11,300 counted in its deposit. */
const inCurrent = (tradeInSurplus?: 'PAY_OUT') => {
  const depositDueCents = tradeInSurplus ? 592_730 : 1_130_000
  const terms = { depositCents: 592_730, termMonths: 48, frequency: 'Monthly' as const }
  const quote = aQuote({ payOption: 'FINANCE' })
  const finance = { ...terms, ...(tradeInSurplus && { tradeInSurplus }) }
  return {
    currentQuote: {
      ...quote,
      request: { ...quote.request, finance },
      totals: { ...quote.totals, driveAwayCents: 5_927_300, depositDueCents },
      finance: aLoan({ amountFinancedCents: 5_927_300 - depositDueCents + 40_535 }),
    },
    tradeInformation: {
      vehicles: [aTradeVehicle({ status: 'APPRAISAL_ACCEPTED', offerCents: 1_130_000 })],
    },
  }
}

test('a trade-in above the deposit raises it, or the difference is paid out', async () => {
  const { change } = serve(aJourney(inCurrent()))
  await open('#/journey-1/trade-in')
  await shows('Trade-in')
  const text = () => container.textContent ?? ''
  expect(text()).toContain('It’s worth $11,300, and the deposit in your quote is $5,927.30.')
  expect(text()).toContain('Your trade-in$11,300')
  expect(text()).toContain('Nothing to pay when you confirm')
  expect(text()).toContain('From the lender$47,973')
  expect(text()).not.toContain('We pay you')

  server[PATCH] = () => change({ ...inCurrent('PAY_OUT'), version: 2 })
  const payOut = [...container.querySelectorAll('label')].find(({ textContent }) =>
    textContent?.includes('pay me $5,372.70 at hand-over'),
  )
  await act(async () => payOut!.querySelector('input')!.click())
  await until(() => expect(text()).toContain('We pay you at hand-over−$5,372.70'))
  expect(text()).toContain('From the lender$53,345.70')
  expect(callsOf(PATCH).at(-1)?.body).toMatchObject({
    currentQuoteRequest: { finance: { depositCents: 592_730, tradeInSurplus: 'PAY_OUT' } },
  })
})

test('an open page shows an offer when it comes', async () => {
  const { change } = serve(
    aJourney({
      tradeInformation: {
        vehicles: [aTradeVehicle({ status: 'APPRAISAL_REQUESTED', offerDue: '2026-11-25' })],
      },
    }),
  )
  await open('#/journey-1/trade-in')
  await shows('Trade-in')
  expect(container.textContent).toContain('email you an offer by 5 pm on Wednesday 25')
  change({ tradeInformation: { vehicles: [offered()] }, version: 2 })
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  await until(() => expect(container.textContent).toContain('Accept $5,000'))
})

test.each(['trade-in', 'confirm'])(
  'an open page of %s shows an offer within a minute, and does not poll while hidden',
  async (step) => {
    const { change } = serve(
      aJourney({
        hasConfirmedOwnerDetails: true,
        tradeInformation: { vehicles: [aTradeVehicle({ status: 'APPRAISAL_REQUESTED' })] },
      }),
    )
    await open(`#/journey-1/${step}`)
    await until(() => expect(container.textContent).toContain('Appraisal requested.'))
    const GET = 'GET /purchase-journey/journey-1'
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const before = callsOf(GET).length
    await act(async () => void (await vi.advanceTimersByTimeAsync(120_000)))
    expect(callsOf(GET)).toHaveLength(before)

    visibility.mockReturnValue('visible')
    change({ tradeInformation: { vehicles: [offered()] }, version: 9 })
    await act(async () => void (await vi.advanceTimersByTimeAsync(60_000)))
    await until(() => expect(container.textContent).not.toContain('Appraisal requested.'))
    expect(container.textContent).toContain('$5,000')
  },
)
