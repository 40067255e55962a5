// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { aJourney, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import {
  button,
  container,
  field,
  open,
  press,
  serve,
  server,
  signInMia,
} from '../../Journey.fixture.tsx'
import { recall, setRegister } from './TradeIn.fixture.tsx'

beforeEach(signInMia)

const car = {
  registration: 'KBR204',
  make: { description: 'Tarvane' },
  model: { description: 'Cove' },
  year: 2022,
  isElectric: false,
  openRecalls: [recall],
}

test('decision 69: an own car is offered, is known without a look-up, and shows its outstanding recall', async () => {
  await setRegister('sample')
  serve(aJourney({ tradeInformation: { vehicles: [aTradeVehicle()] } }))
  server['GET /customer/7/ownerships'] = () => ({ ownershipBasicInfos: [{ car }] })
  await open('#/journey-1/trade-in')
  await until(() => expect(button('Add another vehicle')).toBeDefined())
  await press('Add another vehicle')
  await until(() => expect(button('KBR204, Tarvane Cove 2022')).toBeDefined())
  await press('KBR204, Tarvane Cove 2022')
  await until(() => expect(container.textContent).toContain('KBR204 is your Tarvane Cove 2022.'))
  expect([field('Registration').value, field('Model').value]).toEqual(['KBR204', 'Cove'])
  expect(container.textContent).toContain('Urgent: this car has an outstanding recall')
  expect(container.textContent).not.toContain('couldn’t find')
})

test('an own car is offered beside the plate, before one is typed', async () => {
  await setRegister('sample')
  serve(aJourney())
  server['GET /customer/7/ownerships'] = () => ({ ownershipBasicInfos: [{ car }] })
  await open('#/journey-1/trade-in')
  await until(() => expect(button('KBR204, Tarvane Cove 2022')).toBeDefined())
  await press('KBR204, Tarvane Cove 2022')
  await until(() => expect(container.textContent).toContain('KBR204 is your Tarvane Cove 2022.'))
  expect([field('Registration').value, field('Model').value]).toEqual(['KBR204', 'Cove'])
})
