import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { electricView, longestElectricRange } from './electric-view.ts'

const modelOf = (slug: string) => catalogue.models.find((model) => model.slug === slug)!

test('an electric model tells its range in winter, its charging at home and its stops on trips', () => {
  const view = electricView(modelOf('current'), catalogue)!
  expect(view.grades[1]).toEqual({
    heading: 'Current Long Range Plus',
    lines: [
      { label: 'Range (3P-WLTP)', value: '460 km' },
      { label: 'In winter, with heating', value: 'about 365 km' },
      { label: 'On the motorway at 100 km/h', value: 'about 365 km' },
      { label: 'In winter on the motorway', value: 'about 290 km' },
      { label: 'Full charge from a socket', value: 'about 31 hours' },
      { label: 'Full charge from a wall charger', value: 'about 10 hours' },
      { label: 'Full charge at home costs', value: 'about $21.60' },
      { label: 'Fast charger, 10 to 80%', value: '33 min' },
      { label: 'Yearly cost for 14,000 km', value: 'Power $680, road user charges $1,064' },
    ],
  })
  const trip = view.trips.find(({ name }) => name === 'Wellington to Taupō')!
  expect(trip).toMatchObject({
    distance: '372 km',
    stops: [
      { onAMildDay: '1 stop, 20 min', inWinter: '2 stops, 35 min' },
      { onAMildDay: '1 stop, 10 min', inWinter: '1 stop, 20 min' },
    ],
  })
})

test('a plug-in hybrid tells its range and charging, and no stops: it has an engine', () => {
  const view = electricView(modelOf('moraine'), catalogue)!
  expect(view.grades).toHaveLength(1)
  expect(view.tripGrades).toEqual([])
  expect(view.note).not.toContain('Trips')
})

test('a model without a plug, and a brand without figures, show nothing', () => {
  expect(electricView(modelOf('tarn'), catalogue)).toBeNull()
  const { electric: _, ...economyAssumptions } = catalogue.economyAssumptions
  expect(electricView(modelOf('current'), { ...catalogue, economyAssumptions })).toBeNull()
})

test('a card tells the longest range of a model that runs on electricity alone', () => {
  expect(['current', 'moraine', 'tarn'].map((slug) => longestElectricRange(modelOf(slug)))).toEqual(
    [460, null, null],
  )
})
