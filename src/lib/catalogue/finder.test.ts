import { expect, test } from 'vitest'
import { meets, offeredSteps, wishesIn, withoutOne, type GradeFacts } from './finder.ts'

const city: GradeFacts = {
  price: 28_440_00,
  weekly: 192_17,
  powertrain: 'PETROL',
  seats: 5,
  towing: 800,
  boot: 304,
  ready: 2,
}
const family: GradeFacts = {
  price: 69_990_00,
  weekly: 450_00,
  powertrain: 'EV',
  seats: 7,
  towing: 1600,
  range: 460,
  boot: 530,
  ready: 19,
}
const sold: GradeFacts = { price: 59_990_00, powertrain: 'PETROL', seats: 4, towing: 0 }

test.each([
  [{}, true, true, true],
  [{ price: '6000000' }, true, false, true],
  [{ weekly: '45000' }, true, true, false],
  [{ powertrain: 'EV' }, false, true, false],
  [{ seats: '5' }, true, true, false],
  [{ towing: '1500' }, false, true, false],
  [{ range: '400' }, false, true, false],
  [{ boot: '304' }, true, true, false],
  [{ ready: '2' }, true, false, false],
  [{ seats: '7', towing: '1500', powertrain: 'EV' }, false, true, false],
])('%o is had by the right cars', (wishes, ...has) => {
  expect([city, family, sold].map((facts) => meets(facts, wishes))).toEqual(has)
})

test('only what some cars have and others don’t can be asked for, each set of cars once', () => {
  const cars = [city, family, sold]
  expect(offeredSteps(cars, 'seats')).toEqual(['5', '7'])
  expect(offeredSteps(cars, 'towing')).toEqual(['750', '1500'])
  expect(offeredSteps(cars, 'range')).toEqual(['400'])
  expect(offeredSteps(cars, 'ready')).toEqual(['2', '20'])
  expect(offeredSteps(cars, 'powertrain')).toEqual(['PETROL', 'EV'])
  expect(offeredSteps([city], 'seats')).toEqual([])
})

test('prices are offered in round steps that find more each', () => {
  expect(offeredSteps([city, family, sold], 'price')).toEqual(['3000000', '6000000'])
  expect(offeredSteps([city, family, sold], 'weekly')).toEqual(['20000', '45000'])
})

test('where nothing fits, each choice says how many cars there are without it', () => {
  const wishes = { powertrain: 'PETROL', seats: '7', price: '6000000' }
  expect(withoutOne([city, family, sold], wishes)).toEqual([{ name: 'seats', count: 2 }])
})

test('an address says what is wanted, and anything else in it is ignored', () => {
  expect(wishesIn('?seats=7&price=&colour=RDB')).toEqual({ seats: '7' })
})
