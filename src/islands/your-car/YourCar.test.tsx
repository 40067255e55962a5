// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { comparedLoan, modelLoans } from '#content/views/model-loans.ts'
import { MY_CAR_KEY } from '#lib/trade-in/my-car-key.ts'
import { readMyCar } from '#lib/trade-in/my-car.ts'
import { forgetMyCar, keepMyCar } from '#stores/site/my-car.ts'
import { keepConfig } from '#stores/site/site-config.ts'
import { aMyCar } from '#tests/builders/my-car.ts'
import { typeInto, until } from '#tests/setup/screen.ts'
import { YourCar } from './YourCar.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const data = {
  brand: 'Tarvane',
  product: comparedLoan(catalogue)!,
  models: modelLoans(catalogue),
}
const COVE = {
  registration: 'TOI101',
  vin: null,
  make: { description: 'TARVANE' },
  model: { description: 'COVE' },
  year: 2021,
  fuelType: 'PETROL',
  colour: 'White',
  odometerKm: 48_000,
  wofExpiry: '2027-03-14',
  licenceExpiry: '2020-01-20',
  tradeInGuide: { lowCents: 1_485_000, highCents: 1_782_000 } as object | null,
  openRecalls: [] as object[],
}
let container: HTMLElement
let root: Root
let answer: () => Response
let register: string
let asked: string[]
const onForget = vi.fn()

beforeEach(() => {
  answer = () => Response.json({ car: COVE })
  register = 'sample'
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return url.endsWith('/config') ? Response.json({ providers: { register } }) : answer()
  })
  container = document.createElement('div')
  document.body.replaceChildren(container)
  forgetMyCar()
  onForget.mockReset()
})
afterEach(() => act(async () => root.unmount()))

const open = (plate: string | null) =>
  act(async () => {
    keepConfig({ providers: { register } } as Parameters<typeof keepConfig>[0])
    root = createRoot(container)
    root.render(<YourCar plate={plate} {...data} onForget={onForget} />)
  })
const shows = (words: string) => until(() => expect(container.textContent).toContain(words))
const kept = () => readMyCar(localStorage.getItem(MY_CAR_KEY), Date.now())

test('a plate shows the car, its dates, its value and every model with it', async () => {
  await open('toi 101')
  await shows('2021 Tarvane Cove')
  const text = container.textContent!
  for (const words of [
    'until 14\u00a0March\u00a02027',
    'expired 20\u00a0January\u00a02020',
    'No outstanding recalls.',
    '$14,850 to $17,820',
    'Not',
    'Tarnfrom $',
  ])
    expect(text).toContain(words)
  expect(kept()).toMatchObject({ registration: 'TOI101', odometerKm: 48_000 })
  await until(() => expect(document.activeElement?.tagName).toBe('H3'))
})

test('its value and the payments follow distance and condition, and are kept', async () => {
  keepMyCar(aMyCar())
  await open(null)
  const tarn = () =>
    [...container.querySelectorAll('li')].find(({ textContent }) =>
      textContent!.startsWith('Tarn'),
    )!.textContent
  const before = tarn()
  await typeInto(container.querySelector('input:not([type=range])')!, '58000')
  await shows('$14,300 to $17,100')
  expect(tarn()).not.toBe(before)
  await typeInto(container.querySelectorAll('select')[4]!, 'Not repaired')
  await shows('$11,300 to $13,500')
  expect(kept()).toMatchObject({ odometerKm: 58_000, answers: { Accidents: 'Not repaired' } })
  expect(asked).toEqual([])
})

test('an outstanding recall is shown, and another make has its own list', async () => {
  const recall = {
    recallNumber: 'R-1',
    title: 'Airbag',
    description: 'It may burst.',
    remedy: '',
    severity: 'SAFETY',
  }
  answer = () => Response.json({ car: { ...COVE, openRecalls: [recall] } })
  await open('TOI101')
  await shows('This car has an outstanding recall')
  await act(async () => root.unmount())
  answer = () => Response.json({ car: { ...COVE, make: { description: 'MAZDA' } } })
  await open('TOI107')
  await shows('We only have recalls for Tarvane cars.')
})

test('a car without a value says who values it', async () => {
  answer = () => Response.json({ car: { ...COVE, tradeInGuide: null } })
  await open('TOI101')
  await shows('We have no guide value for this car.')
  expect(container.textContent).not.toContain('a week')
})

test.each<[string, string, () => void, string]>([
  ['no plate', '!!!', () => {}, 'That isn’t a number plate'],
  [
    'a plate that the register does not know',
    'ZZZ999',
    () => (answer = () => Response.json({ code: 'NotFound' }, { status: 404 })),
    'We couldn’t find ZZZ999 in the register.',
  ],
  ['a register that is off', 'TOI101', () => (register = 'off'), 'We can’t look up cars online.'],
])('%s', async (_, plate, arrange, words) => {
  arrange()
  await open(plate)
  await shows(words)
  expect(kept()).toBeNull()
})

test('a look-up that fails can be tried again', async () => {
  answer = () =>
    Response.json(
      { code: 'Unavailable', message: 'The vehicle register is not available right now.' },
      { status: 503 },
    )
  await open('TOI101')
  await shows('We couldn’t look up your car')
  answer = () => Response.json({ car: COVE })
  await act(async () => container.querySelector('button')!.click())
  await shows('2021 Tarvane Cove')
})

test('a car is forgotten', async () => {
  keepMyCar(aMyCar())
  await open(null)
  const forget = [...container.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Forget this car',
  )!
  await act(async () => forget.click())
  expect(container.textContent).toBe('')
  expect(kept()).toBeNull()
  expect(onForget).toHaveBeenCalledOnce()
})
