import { expect, test } from 'vitest'
import {
  deliveryEstimate,
  deliveryTrack,
  estimatesBefore,
  formatDays,
  isOnwards,
  isTooLate,
  monthsAfter,
  deliveryChangeText,
  readySentence,
  readyText,
} from './delivery.ts'

test('§3 a track runs from ONORDER to AVAIL4PKUP', () => {
  expect(deliveryTrack('LANDED').map(({ state }) => state)).toEqual([
    'done',
    'done',
    'current',
    'todo',
    'todo',
  ])
})

test.each([
  [null, 'ONORDER', true],
  ['ONORDER', 'LANDED', true],
  ['LANDED', 'LANDED', false],
  ['DISPATCHED', 'SHIPPED', false],
] as const)('from %s to %s goes onwards: %s', (from, to, isOn) => {
  expect(isOnwards(from, to)).toBe(isOn)
})

test.each([
  ['a car on site', { kind: 'STOCK', etaWeeks: 0 }, '2026-11-30', '2026-12-07'],
  ['a car that comes in ten weeks', { kind: 'STOCK', etaWeeks: 10 }, '2027-02-08', '2027-02-15'],
  [
    'a car of ten weeks that was held on 3\u00a0November',
    { kind: 'STOCK', etaWeeks: 10, since: '2026-11-03' },
    '2027-01-19',
    '2027-01-26',
  ],
  [
    'a car that was held before',
    { kind: 'STOCK', etaWeeks: 0, since: '2026-11-03' },
    '2026-11-30',
    '2026-12-07',
  ],
  ['a car built in January', { kind: 'BUILD', month: '2027-01' }, '2027-03-14', '2027-04-11'],
] as const)('%s, bought on 23\u00a0November', (_, car, from, to) => {
  expect(deliveryEstimate(car, '2026-11-23')).toEqual({ from, to })
})

test('a car that has arrived here is expected from that day on, not from the promised one', () => {
  const latest = { status: 'LANDED', day: '2026-12-01' } as const
  expect(deliveryEstimate({ kind: 'BUILD', month: '2027-01' }, '2026-11-23', latest)).toEqual({
    from: '2026-12-08',
    to: '2026-12-22',
  })
})

test('a car that had arrived here before it was bought is expected from that day on', () => {
  const latest = { status: 'DISPATCHED', day: '2026-11-24' } as const
  expect(deliveryEstimate({ kind: 'BUILD', month: '2027-01' }, '2026-12-05', latest)).toEqual({
    from: '2026-12-07',
    to: '2026-12-12',
  })
})

test('build slots begin with the month after this one', () => {
  expect(monthsAfter('2026-11-30', 3)).toEqual(['2026-12', '2027-01', '2027-02'])
  expect(monthsAfter('2026-12-01', 1)).toEqual(['2027-01'])
  expect(monthsAfter('2026-01-31', 2)).toEqual(['2026-02', '2026-03'])
})

test('earlier estimates are kept, each until the next was given', () => {
  const at = (day: number) => `2026-11-${day}T00:00:00.000Z`
  const said = [
    { from: '2026-11-30', to: '2026-12-07', at: at(20) },
    { from: '2027-01-11', to: '2027-01-18', at: at(22) },
    { from: '2027-02-01', to: '2027-02-05', at: at(25) },
  ]
  expect(estimatesBefore([])).toEqual([])
  expect(estimatesBefore(said.slice(0, 1))).toEqual([])
  expect(estimatesBefore(said)).toEqual([
    { from: '2027-01-11', to: '2027-01-18', until: at(25) },
    { from: '2026-11-30', to: '2026-12-07', until: at(22) },
  ])
})

// The terms: the delivery estimate moves by more than 60 days.
test.each([
  ['2027-02-05', false],
  ['2027-02-06', true],
])('an estimate that ends on %s instead of 7\u00a0December is too late: %s', (to, expected) => {
  const first = { from: '2026-11-30', to: '2026-12-07' }
  expect(isTooLate([first, { from: to, to }])).toBe(expected)
})

const NOVEMBER = { from: '2026-11-30', to: '2026-12-07' }
const MARCH = { from: '2027-02-11', to: '2027-03-11' }

test('a delivery beside its price (decision 66)', () => {
  expect(readyText(NOVEMBER)).toBe('Ready 30\u00a0November to 7\u00a0December\u00a02026')
  expect(readyText(null)).toBe('Not available right now. We’ll look for one')
  expect(readySentence(null)).toBe('Not available right now. We’ll look for one.')
})

test.each([
  [NOVEMBER, MARCH, 'Ready later, 11\u00a0February to 11\u00a0March\u00a02027'],
  [MARCH, NOVEMBER, 'Ready sooner, 30\u00a0November to 7\u00a0December\u00a02026'],
  [
    MARCH,
    { from: '2027-02-20', to: '2027-03-30' },
    'Ready later, 20\u00a0February to 30\u00a0March\u00a02027',
  ],
  [MARCH, MARCH, null],
  [NOVEMBER, null, 'Not available right now'],
  [null, MARCH, 'Ready 11\u00a0February to 11\u00a0March\u00a02027'],
  [null, null, null],
])('a choice that moves the delivery from %j to %j is described as %j', (now, then, words) => {
  expect(deliveryChangeText(now, then)).toBe(words)
})

test('the days from one to another', () => {
  expect(formatDays('2026-11-03', '2026-11-09')).toBe('3\u00a0to\u00a09\u00a0November\u00a02026')
  expect(formatDays('2026-11-03', '2026-11-03')).toBe('3\u00a0November\u00a02026')
  expect(formatDays('2026-11-29', '2026-12-06')).toBe(
    '29\u00a0November to 6\u00a0December\u00a02026',
  )
  expect(formatDays('2026-12-29', '2027-01-06')).toBe(
    '29\u00a0December\u00a02026 to 6\u00a0January\u00a02027',
  )
})
