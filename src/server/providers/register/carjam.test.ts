import { afterEach, beforeEach, expect, test } from 'vitest'
import { startHttpServer, type Answered, type HttpServer } from '#tests/setup/http-server.ts'
import { carjamRegister } from './carjam.ts'

/** CarJam's answer: some numbers are text, and days are seconds since 1970. */
const GOLF = {
  plate: 'CBC193',
  year_of_manufacture: '2004',
  make: 'VOLKSWAGEN',
  model: 'GOLF',
  submodel: '1.6 FSI TIP',
  vin: 'WVWZZZ1KZ4W084761',
  chassis: '',
  cc_rating: '1598',
  main_colour: 'Silver',
  fuel_type: '01',
  no_of_seats: '5',
  latest_odometer_reading: '148974',
  // 14 March 2027, midnight in New Zealand: still the 13th in UTC
  expiry_date_of_last_successful_wof: Date.parse('2027-03-13T11:00:00Z') / 1000,
  licence_expiry_date: Date.parse('2026-11-30T11:00:00Z') / 1000,
  reported_stolen: 'N',
  power: '85',
  number_of_owners: '4',
}
const FETCHING = (refresh?: string): Answered => ({
  body: 'null',
  headers: refresh === undefined ? {} : { refresh },
})

let server: HttpServer
let slept: number[]
const register = () =>
  carjamRegister({ url: server.url, key: 'k&y' }, async (ms) => {
    slept.push(ms)
  })

beforeEach(async () => {
  slept = []
  server = await startHttpServer(() => ({ body: GOLF }))
})
afterEach(() => server.close())

test('asks by plate, and returns the vehicle without its owners', async () => {
  expect(await register().find('CBC193')).toEqual({
    registration: 'CBC193',
    vin: 'WVWZZZ1KZ4W084761',
    make: 'VOLKSWAGEN',
    model: 'GOLF',
    year: 2004,
    fuelType: 'PETROL',
    colour: 'Silver',
    odometerKm: 148974,
    wofExpiry: '2027-03-14',
    licenceExpiry: '2026-12-01',
    isReportedStolen: false,
    powerKw: 85,
    economy: null,
  })
  expect(server.asked).toMatchObject([
    { method: 'GET', path: '/a/vehicle:abcd', query: { key: 'k&y', plate: 'CBC193' } },
  ])
})

test.each([
  [{ vin: '' }, { vin: null }],
  [{ vin: undefined }, { vin: null }],
  [{ year_of_manufacture: 2004 }, { year: 2004 }],
  [{ fuel_type: '05' }, { fuelType: 'ELECTRIC' }],
  [{ fuel_type: '77' }, { fuelType: '' }],
  [{ fuel_type: 'PLUGIN PETROL HYBRID' }, { fuelType: 'PLUGIN PETROL HYBRID' }],
  [{ main_colour: null }, { colour: '' }],
  [{ latest_odometer_reading: '' }, { odometerKm: null }],
  [{ latest_odometer_reading: 12 }, { odometerKm: 12 }],
  [{ expiry_date_of_last_successful_wof: '1805108400' }, { wofExpiry: '2027-03-16' }],
  [{ expiry_date_of_last_successful_wof: '' }, { wofExpiry: null }],
  [{ expiry_date_of_last_successful_wof: 0 }, { wofExpiry: null }],
])('reads %j as %j', async (said, read) => {
  server.answer = () => ({ body: { ...GOLF, ...said } })
  expect(await register().find('CBC193')).toMatchObject(read)
})

test('polls when CarJam says so, while CarJam fetches the facts', async () => {
  const answers = [FETCHING('2'), FETCHING(), FETCHING('soon'), FETCHING('600')]
  server.answer = () => answers.shift() ?? { body: GOLF }
  expect(await register().find('CBC193')).toMatchObject({ model: 'GOLF' })
  expect(slept).toEqual([2000, 1000, 1000, 5000])
})

test('gives up after polling for twelve seconds', async () => {
  server.answer = () => FETCHING('3')
  await expect(register().find('CBC193')).rejects.toThrow('The vehicle register is not available')
  expect(slept).toEqual([3000, 3000, 3000, 3000])
})

test.each([
  { scode: 'err-no-matches-found', code: -1, error: -1, message: 'No matches found' },
  { code: -1, message: 'Vehicle not found', class: 'wterror' },
  { error: { code: -1, message: 'No match', class: 'wterror' } },
])('an unknown plate: %j', async (body) => {
  server.answer = () => ({ body })
  expect(await register().find('ZZZ999')).toBeNull()
})

test.each<Answered>([
  { body: { code: -1, message: 'Invalid API Key', class: 'wterror' } },
  { body: { error: { code: -1, message: 'Requires an API key' } } },
  { status: 500, body: '', headers: {} },
  { status: 502, body: '<html>Bad gateway</html>' },
  { body: { ...GOLF, make: '' } },
  { body: { ...GOLF, year_of_manufacture: 'old' } },
  { body: [] },
  { hangsUp: true },
])('is not available when the answer is %j', async (answer) => {
  server.answer = () => answer
  await expect(register().find('CBC193')).rejects.toThrow(
    'The vehicle register is not available right now.',
  )
  expect(slept).toEqual([])
})

test('an error never quotes the key', async () => {
  server.answer = () => ({ body: { code: -1, message: 'Invalid API Key: k&y' } })
  const error = (await register()
    .find('CBC193')
    .catch((thrown: unknown) => thrown)) as Error
  expect(`${error.message} ${String(error.cause)}`).not.toContain('k&y')
})
