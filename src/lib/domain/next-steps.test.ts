import { expect, test } from 'vitest'
import { nextSteps } from './next-steps.ts'

test.each([
  ['CASH', 'CONFIRMED', 3],
  ['CASH', 'AGREEMENT', 2],
  ['LOANFLEXI', 'CONFIRMED', 3],
  ['LOANFLEXI', 'AGREEMENT', 1],
  ['LEASELC', 'AGREEMENT', 2],
  ['RESERVATION', 'CONFIRMED', 3],
  ['CASH', 'STARTED', 0],
  ['CASH', 'COMPLETE', 0],
  ['CASH', 'CANCELLED', 0],
] as const)('%s in %s has %i steps to come', (payOption, status, count) => {
  expect(nextSteps(payOption, status)).toHaveLength(count)
})
