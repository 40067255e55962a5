import { expect, test } from 'vitest'
import { driveAwayFromCents } from '#lib/catalogue/showroom.ts'
import { catalogue } from '../catalogue.ts'
import { firstWishes, foundGrades, moreWishes } from './found-grades.ts'

const grades = foundGrades(catalogue)

test('every grade can be found, the lowest price first', () => {
  const all = catalogue.models.flatMap(({ variants }) => variants)
  expect(grades).toHaveLength(all.length)
  const prices = grades.map(({ facts }) => facts.price)
  expect(prices).toEqual(
    all
      .map((variant) => driveAwayFromCents(variant, catalogue.onRoadCosts))
      .toSorted((a, b) => a - b),
  )
})

test('a weekly payment has all of its figures beside it', () => {
  for (const { facts, weekly } of grades) {
    expect(facts.weekly).toBeGreaterThan(0)
    for (const figure of [
      'Cash price, drive-away',
      'Deposit',
      'Amount financed',
      'Term',
      'Payments',
      'Annual interest rate',
      'One-off fees',
      'Total amount payable',
    ])
      expect(weekly?.figures).toContain(`${figure}`)
    expect(weekly?.terms).toMatch(/^8\.95% a year for 36 months\. Total amount payable: \$[\d,.]+$/)
  }
})

test('a car that can’t be had is ready at no time', () => {
  const unavailable = grades.filter(({ stockLevel }) => stockLevel === 'Unavailable')
  expect(unavailable.length).toBeGreaterThan(0)
  for (const { facts } of unavailable) expect(facts.ready).toBeUndefined()
})

test('every choice finds some cars and leaves out others', () => {
  const wishes = [...firstWishes(grades), ...moreWishes(grades)]
  expect(wishes.map(({ name }) => name)).toEqual([
    'price',
    'weekly',
    'powertrain',
    'seats',
    'towing',
    'range',
    'boot',
    'ready',
  ])
  for (const { choices } of wishes) expect(choices.length).toBeGreaterThan(0)
})
