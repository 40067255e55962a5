// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetMyCar, keepMyCar } from '#stores/site/my-car.ts'
import { aMyCar } from '#tests/builders/my-car.ts'
import { aJourney, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
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
  signInMia,
  type,
} from '../../Journey.fixture.tsx'
import { openWith, PATCH, recall, sent, setRegister } from './TradeIn.fixture.tsx'

beforeEach(signInMia)

const VIN = '7AVCV1P22M0001011'
/** The register's answer for a plate. */
const REGISTERED = {
  registration: 'KBR204',
  vin: null as string | null,
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
  await openWith(aTradeVehicle())
  await press('Add another vehicle')
  expect(button('Look up')).toBeDefined()
  expect(container.textContent).toContain('in the vehicle register')

  await setRegister('off')
  expect(button('Look up')).toBeUndefined()
  expect(container.textContent).not.toContain('register')
  await type('Registration', 'TOI202')
  await press('Add vehicle')
  await until(() => expect(container.textContent).toContain('Make is required'))
  await setRegister('sample')
})

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

test('decision 69: a car added without a look-up is looked up, and its card shows the recall', async () => {
  const vehicle = aTradeVehicle()
  await openWith(vehicle)
  server['POST /car/TOI202/retrieveandcreate'] = () => ({ car: { ...REGISTERED, vin: VIN } })
  const other = aTradeVehicle({ id: 'trade-2', registration: 'TOI202', openRecalls: [recall] })
  server[PATCH] = () => aJourney({ tradeInformation: { vehicles: [vehicle, other] }, version: 2 })
  await fillIn('TOI202')
  await until(() => expect(container.querySelector('form')).toBeNull())
  expect(sent()[1]).toMatchObject({ registration: 'TOI202', vin: VIN, make: 'Coastline' })
  expect(container.querySelector('[data-id="trade-2"]')?.textContent).toContain(
    'Urgent: this car has an outstanding recall',
  )
})

test('decision 69: a car that is not saved yet shows its recall too', async () => {
  await openWith(aTradeVehicle())
  server['POST /car/TOI202/retrieveandcreate'] = () => ({ car: REGISTERED })
  server[PATCH] = () => {
    throw new TypeError('Failed to fetch')
  }
  await fillIn('TOI202')
  await until(() =>
    expect(container.textContent).toContain('Urgent: this car has an outstanding recall'),
  )
})

test('a look-up keeps the distance that was typed, and replaces one it filled in', async () => {
  await setRegister('sample')
  await openWith(aTradeVehicle())
  server['POST /car/KBR204/retrieveandcreate'] = () => ({ car: REGISTERED })
  server['POST /car/KBR205/retrieveandcreate'] = () => ({ car: { ...REGISTERED, odometerKm: 9 } })
  await press('Add another vehicle')
  const lookUp = async (plate: string) => {
    await type('Registration', plate)
    await press('Look up')
    await until(() => expect(container.textContent).toContain('Found:'))
  }
  await lookUp('KBR204')
  expect(field('Odometer').value).toBe('48,000')
  await lookUp('KBR205')
  expect(field('Odometer').value).toBe('9')
  await type('Odometer', '51234')
  await lookUp('KBR205')
  expect(field('Odometer').value.replace(',', '')).toBe('51234')
})

test('the guide value follows the typed distance and condition, and a reload keeps it', async () => {
  await setRegister('sample')
  await openWith(aTradeVehicle())
  server['POST /car/KBR204/retrieveandcreate'] = () => ({ car: REGISTERED })
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
  expect(text()).toContain('Urgent: this car has an outstanding recall')

  await type('Registration', 'KBR205')
  expect(text()).not.toContain('Guide value')
  expect(text()).not.toContain('outstanding recall')
})

test('a plate typed before the form opens is looked up at once', async () => {
  await setRegister('sample')
  serve(aJourney())
  server['POST /car/TOI101/retrieveandcreate'] = () => ({
    car: { ...REGISTERED, registration: 'TOI101' },
  })
  await open('#/journey-1/trade-in')
  await type('Registration', 'TOI101')
  await press('Add a vehicle')
  await until(() => expect(container.textContent).toContain('Found: Tarvane Cove 2022'))
  expect(field('Make').value).toBe('Tarvane')
})

test('a plate that was typed is neither left behind by Continue nor lost in a reload', async () => {
  await setRegister('off')
  serve(aJourney())
  await open('#/journey-1/trade-in')
  await type('Registration', 'TOI101')
  const kept = sessionStorage.getItem('form-drafts:1')!
  await close()
  sessionStorage.setItem('form-drafts:1', kept)
  await open('#/journey-1/trade-in')
  expect(field('Registration').value).toBe('TOI101')
  await press('Continue')
  await until(() => expect(field('Make')).toBeDefined())
  expect(field('Registration').value).toBe('TOI101')
})

test('the car that was looked up on the home page is filled in as it was described', async () => {
  await setRegister('sample')
  await act(async () =>
    keepMyCar(aMyCar({ odometerKm: 61_000, answers: { Glass: 'No damage', Tyres: '' } })),
  )
  serve(aJourney())
  server['POST /car/TOI101/retrieveandcreate'] = () => ({
    car: { ...REGISTERED, registration: 'TOI101' },
  })
  await open('#/journey-1/trade-in')
  await press('Add a vehicle')
  await press('TOI101, Tarvane Cove 2021')
  await until(() => expect(container.textContent).toContain('Found: Tarvane Cove 2022'))
  expect(field('Odometer (km)').value).toBe('61,000')
  expect(field('Glass').value).toBe('No damage')
  await act(async () => forgetMyCar())
})
