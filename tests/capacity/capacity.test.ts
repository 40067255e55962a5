import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { estimate, SETUPS } from '../../scripts/capacity/estimate.ts'

test.each([
  [20_000, 5, 0],
  [300_000, 400, 0],
  // More than the network of one machine carries.
  [2_000_000, 400, 1],
  [10_000_000, 10_000, 2],
  [100_000_000, 100_000, 3],
])('%i visits and %i purchases a day: setup %i', (visitsPerDay, purchasesPerDay, setup) => {
  expect(estimate({ visitsPerDay, purchasesPerDay }).setup).toBe(SETUPS[setup])
})

test('works out the peak, the growth and the price', () => {
  const found = estimate({ visitsPerDay: 100_000, purchasesPerDay: 100 })
  expect(found.requestsPerSecond).toBeCloseTo(482)
  expect(found.writesPerSecond).toBeCloseTo(2.2)
  expect(found.megabitsPerSecond).toBeCloseTo(32)
  expect(found.cores).toBeCloseTo(0.37 * 0.001 + 10 * 0.001_064, 3)
  expect(found.databaseGigabytesPerYear).toBeCloseTo(44.09, 1)
  expect(found.trafficGigabytesPerMonth).toBe(1_200)
  expect(found.dollarsPerMonth).toBeCloseTo(240)
})

test('many writes ask for another setup, even if the network has room', () => {
  expect(estimate({ visitsPerDay: 0, purchasesPerDay: 200_000 }).setup).toBe(SETUPS[0])
  expect(estimate({ visitsPerDay: 0, purchasesPerDay: 800_000 }).setup).toBe(SETUPS[2])
})

test.each([[['--visits', 'many']], [[]], [['--visits', '1', '--purchases', '-1']]])(
  'refuses %j with the right command',
  (args) => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/capacity.ts', ...args], {
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain('npm run capacity -- --visits 20000 --purchases 30')
  },
)
