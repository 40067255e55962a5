// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import { keepConfig } from '#stores/site/site-config.ts'
import { aJourney, aLoan, aQuote, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import {
  button,
  callsOf,
  close,
  container,
  field,
  open,
  press,
  serve,
  server,
  shows,
  signInMia,
  type,
} from '../../Journey.fixture.tsx'

const PATCH = 'PATCH /purchase-journey/journey-1'

beforeEach(signInMia)

async function openWith(vehicle: TradeVehicle, answered: Partial<TradeVehicle> = {}) {
  const { change } = serve(aJourney({ tradeInformation: { vehicles: [vehicle] } }))
  server[PATCH] = () =>
    change({ tradeInformation: { vehicles: [{ ...vehicle, ...answered }] }, version: 2 })
  await open('#/journey-1/trade-in')
  await shows('Trade-in')
}
const sent = () =>
  (callsOf(PATCH).at(-1)?.body as { tradeInformation: { vehicles: TradeVehicle[] } })
    .tradeInformation.vehicles
const offered = (facts: Partial<TradeVehicle> = {}) =>
  aTradeVehicle({
    status: 'APPRAISAL_DONE',
    offerCents: 500_000,
    owingCents: 100_000,
    offerExpires: new Date(Date.now() + 6 * 86_400_000).toISOString(),
    ...facts,
  })

test('an offer can be accepted, counts in the deal, and can be undone', async () => {
  await openWith(offered(), { status: 'APPRAISAL_ACCEPTED' })
  expect(container.textContent).toContain('left')
  expect(container.textContent).not.toContain('Your trade-in')
  await act(async () => button('Accept $5,000 TOI101').focus())
  await press('Accept $5,000 TOI101')
  await until(() => expect(document.activeElement?.textContent).toContain('Undo'))
  await until(() => expect(container.textContent).toContain('Your trade-in$4,000'))
  expect(sent()).toMatchObject([{ id: 'trade-1', request: 'ACCEPT' }])

  server[PATCH] = () => aJourney({ tradeInformation: { vehicles: [offered()] }, version: 3 })
  vi.advanceTimersByTime(5_000)
  await press('Undo: I do not accept TOI101')
  await until(() => expect(container.textContent).toContain('Accept $5,000'))
  expect(sent()).toMatchObject([{ id: 'trade-1', request: 'APPRAISAL' }])
  expect(container.textContent).not.toContain('Your trade-in−')
})

test('an expired offer cannot be accepted, and a new one can be requested', async () => {
  await openWith(offered({ offerExpires: '2020-01-01T00:00:00.000Z' }), {
    status: 'APPRAISAL_REQUESTED',
  })
  expect(container.textContent).toContain('ran out on 1\u00a0January\u00a02020')
  expect(container.textContent).not.toContain('Accept $')
  await press('Ask for a new offer TOI101')
  await until(() =>
    expect(container.textContent).toContain(
      'Your trade-in offer is still to come. We email it to you',
    ),
  )
  expect(sent()).toMatchObject([{ request: 'APPRAISAL' }])
})

test('an offer expires while the page is open', async () => {
  await openWith(offered({ offerExpires: new Date(Date.now() + 90_000).toISOString() }))
  expect(container.textContent).toContain('less than an hour left')
  await act(async () => void vi.advanceTimersByTime(130_000))
  expect(container.textContent).toContain('ran out')
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
  await press('Decline the offer TOI101')
  await until(() => expect(container.textContent).not.toContain('TOI101'))
  expect(sent()).toEqual([])
})

test('the condition is asked for, and filled in again for editing', async () => {
  await openWith(aTradeVehicle({ condition: 'Tyres: Half worn. A tear in the seat' }))
  await press('Edit TOI101')
  const tyres = field('Tyres') as unknown as HTMLSelectElement
  expect(tyres.value).toBe('Half worn')
  const rest = document.getElementById(
    [...container.querySelectorAll('label')].find(({ textContent }) =>
      textContent?.startsWith('Anything else'),
    )!.htmlFor,
  ) as HTMLTextAreaElement
  expect(rest.value).toBe('A tear in the seat')
  await type('Odometer', '90000')
  await press('Save vehicle')
  await until(() => expect(callsOf(PATCH).length).toBeGreaterThan(0))
  expect(sent()).toMatchObject([
    { odometerKm: 90_000, condition: 'Tyres: Half worn. A tear in the seat' },
  ])
})

async function fillIn(plate: string) {
  await press('Add another vehicle')
  await type('Registration', plate)
  await type('Make', 'Coastline')
  await type('Model', 'Ridge')
  await type('Year', '2016')
  await type('Odometer', '120000')
  await type('Money owing', '0')
  await press('Add vehicle')
}

test('a car added several times while offline is listed once', async () => {
  await openWith(aTradeVehicle())
  server[PATCH] = () => {
    throw new TypeError('Failed to fetch')
  }
  await fillIn('TOI202')
  await until(() => expect(container.querySelector('form')).toBeNull())
  expect(container.textContent).toContain('Not saved yet')

  await act(async () => void (await vi.advanceTimersByTimeAsync(5_000)))
  await fillIn('toi 202')
  await until(() => expect(container.querySelector('form')).toBeNull())
  expect(container.querySelectorAll('[data-id]')).toHaveLength(2)
  expect(sent().map(({ registration }) => registration)).toEqual(['TOI101', 'TOI202'])
})

test('while a vehicle form is open, no other vehicle can be edited or removed', async () => {
  await openWith(aTradeVehicle())
  await press('Add another vehicle')
  expect(button('Edit TOI101')).toBeUndefined()
  expect(button('Remove TOI101')).toBeUndefined()
  await press('Cancel')
  expect(button('Edit TOI101')).toBeDefined()
})

test('without a register none is mentioned, and the car is typed', async () => {
  const config = (register: string) =>
    act(async () => keepConfig({ providers: { register } } as Parameters<typeof keepConfig>[0]))
  await openWith(aTradeVehicle())
  await press('Add another vehicle')
  expect(button('Look up')).toBeDefined()
  expect(container.textContent).toContain('in the vehicle register')

  await config('off')
  expect(button('Look up')).toBeUndefined()
  expect(container.textContent).not.toContain('register')
  await type('Registration', 'TOI202')
  await press('Add vehicle')
  await until(() => expect(container.textContent).toContain('Make is required'))
  await config('sample')
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
  expect(text()).toContain('It brings $11,300. Your deposit was $5,927.30.')
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
  expect(container.textContent).toContain('We email it to you by Wednesday, 25')
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
    await until(() => expect(container.textContent).toContain('offer is still to come'))
    const GET = 'GET /purchase-journey/journey-1'
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const before = callsOf(GET).length
    await act(async () => void (await vi.advanceTimersByTimeAsync(120_000)))
    expect(callsOf(GET)).toHaveLength(before)

    visibility.mockReturnValue('visible')
    change({ tradeInformation: { vehicles: [offered()] }, version: 9 })
    await act(async () => void (await vi.advanceTimersByTimeAsync(60_000)))
    await until(() => expect(container.textContent).not.toContain('offer is still to come'))
    expect(container.textContent).toContain('$5,000')
  },
)

test('a reload keeps a typed vehicle, and saving clears the draft', async () => {
  sessionStorage.setItem(
    'form-drafts:1',
    JSON.stringify({
      'trade-in journey-1 new': {
        value: {
          registration: 'TOI202',
          vin: '',
          make: 'Coastline',
          model: 'Ridge',
          year: 2016,
          odometerKm: 120_000,
          owingCents: 0,
          condition: { answers: {}, rest: 'A tow bar' },
          wantsAppraisal: true,
        },
        savedAtMs: Date.now(),
      },
    }),
  )
  await openWith(aTradeVehicle())
  expect(field('Registration').value).toBe('TOI202')
  expect(field('Odometer').value).toBe('120,000')
  await press('Add vehicle')
  await until(() => expect(container.querySelector('form')).toBeNull())
  expect(sent()[1]).toMatchObject({ registration: 'TOI202', condition: 'A tow bar' })
  expect(sessionStorage.getItem('form-drafts:1')).toBeNull()
})

test('decision 69: an own car is offered, is known without a look-up, and shows its open recall', async () => {
  const recall = {
    recallNumber: 'TVN-2024-003',
    title: 'Front passenger airbag inflator',
    description: 'It may deploy with too much force.',
    remedy: 'Replace it.',
    severity: 'COMPULSORY',
  }
  const car = {
    registration: 'KBR204',
    make: { description: 'Tarvane' },
    model: { description: 'Cove' },
    year: 2022,
    isElectric: false,
    openRecalls: [recall],
  }
  await act(async () =>
    keepConfig({ providers: { register: 'sample' } } as Parameters<typeof keepConfig>[0]),
  )
  await openWith(aTradeVehicle())
  server['GET /customer/7/ownerships'] = () => ({ ownershipBasicInfos: [{ car }] })
  await press('Add another vehicle')
  await until(() => expect(button('KBR204, Tarvane Cove 2022')).toBeDefined())
  await press('KBR204, Tarvane Cove 2022')
  await until(() => expect(container.textContent).toContain('KBR204 is your Tarvane Cove 2022.'))
  expect([field('Registration').value, field('Model').value]).toEqual(['KBR204', 'Cove'])
  expect(container.textContent).toContain('Urgent: this car has an open recall')
  expect(container.textContent).not.toContain('could not find')
})

test('the guide value follows the typed distance and condition, and a reload keeps it', async () => {
  const recall = {
    recallNumber: 'TVN-2024-003',
    title: 'Front passenger airbag inflator',
    description: 'It may deploy with too much force.',
    remedy: 'Replace it.',
    severity: 'COMPULSORY',
  }
  const car = {
    registration: 'KBR204',
    vin: null,
    make: { description: 'Tarvane' },
    model: { description: 'Cove' },
    year: 2022,
    fuelType: 'Petrol',
    colour: 'Blue',
    odometerKm: 48_000,
    wofExpiry: null,
    tradeInGuide: { lowCents: 1_000_000, highCents: 1_200_000 },
    openRecalls: [recall],
  }
  await act(async () =>
    keepConfig({ providers: { register: 'sample' } } as Parameters<typeof keepConfig>[0]),
  )
  await openWith(aTradeVehicle())
  server['POST /car/KBR204/retrieveandcreate'] = () => ({ car })
  await press('Add another vehicle')
  await type('Registration', 'KBR204')
  await press('Look up')
  const text = () => container.textContent ?? ''
  await until(() => expect(text()).toContain('Guide value $10,000 to $12,000 at 48,000 km'))
  await type('Odometer', '78000')
  expect(text()).toContain('Guide value $8,800 to $10,600 at 78,000 km')
  const accidents = field('Accidents') as unknown as HTMLSelectElement
  await act(async () => {
    accidents.value = 'Not repaired'
    accidents.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(text()).toContain('Guide value $6,800 to $8,200')

  // Leaves the page while its form is open.
  const kept = sessionStorage.getItem('form-drafts:1')!
  await close()
  sessionStorage.setItem('form-drafts:1', kept)
  await open('#/journey-1/trade-in')
  await until(() => expect(text()).toContain('Guide value $6,800 to $8,200'))
  expect(text()).toContain('Urgent: this car has an open recall')

  await type('Registration', 'KBR205')
  expect(text()).not.toContain('Guide value')
  expect(text()).not.toContain('open recall')
})
