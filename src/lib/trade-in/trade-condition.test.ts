import { expect, test } from 'vitest'
import {
  CONDITION_QUESTIONS,
  CONDITION_REST_MAX,
  conditionText,
  readCondition,
  type Condition,
} from './trade-condition.ts'

const last = Object.fromEntries(
  CONDITION_QUESTIONS.map(({ label, answers }) => [label, answers.at(-1)!]),
)

test.each<Condition>([
  { answers: {}, rest: '' },
  { answers: {}, rest: 'Tow bar. Tyres: Half worn.' },
  { answers: { Tyres: 'Half worn' }, rest: '' },
  { answers: { Glass: 'No damage', 'Service history': 'Full' }, rest: 'A tear in the seat.' },
  { answers: last, rest: 'x'.repeat(CONDITION_REST_MAX) },
])('%j is read back unchanged', (condition) => {
  expect(readCondition(conditionText(condition))).toEqual(condition)
  expect(conditionText(condition).length).toBeLessThanOrEqual(500)
})

test('text from before there were questions is kept', () => {
  expect(readCondition('Good, one owner')).toEqual({ answers: {}, rest: 'Good, one owner' })
})
