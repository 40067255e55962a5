import { expect, test } from 'vitest'
import { nextSteps } from './next-steps.ts'

test.each([
  ['CASH', 'CONFIRMED', 3],
  ['CASH', 'AGREEMENT', 2],
  ['LOANFLEXI', 'CONFIRMED', 3],
  ['LOANFLEXI', 'AGREEMENT', 1],
  ['LEASELC', 'CONFIRMED', 4],
  ['LEASELC', 'AGREEMENT', 2],
  ['RESERVATION', 'CONFIRMED', 3],
  ['CASH', 'STARTED', 0],
  ['CASH', 'COMPLETE', 0],
  ['CASH', 'CANCELLED', 0],
] as const)('%s in %s has %i steps to come', (payOption, status, count) => {
  expect(nextSteps(payOption, status)).toHaveLength(count)
})

test.each([
  ['CASH', 'the sale agreement'],
  ['LOANFLEXI', 'the sale agreement'],
  ['LEASEUC', 'the supply agreement'],
] as const)('of %s, %s is emailed, and read once it is there', (payOption, name) => {
  const before = nextSteps(payOption, 'CONFIRMED')
  expect(before).toContain(`We email you ${name}. Read it, and accept it.`)
  const issued = nextSteps(payOption, 'CONFIRMED', true)
  expect(issued).toContain(`Read ${name} that we emailed you, and accept it.`)
  expect(issued).toHaveLength(before.length)
})
