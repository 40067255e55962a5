import { expect, test } from 'vitest'
import { DeliveryStatus } from '#lib/codes.ts'
import { stageSentence, SHARED_STAGES, weeksText, weeksUntil } from './shared-order.ts'

test.each([
  ['2026-11-24', '2026-11-26', 'within a week'],
  ['2026-11-30', '2026-12-01', 'in about a week'],
  ['2026-11-24', '2026-12-14', 'within 3 weeks'],
  ['2026-12-07', '2026-12-21', 'in about 2 to 4 weeks'],
  ['2026-12-07', '2026-12-08', 'in about 2 weeks'],
])('from %s to %s is ready %s', (from, to, text) => {
  expect(weeksText(weeksUntil('2026-11-23', { from, to })!)).toBe(text)
})

test('an estimate that is past, or none, says no weeks', () => {
  expect(weeksUntil('2026-12-23', { from: '2026-11-24', to: '2026-12-01' })).toBeNull()
  expect(weeksUntil('2026-12-23', null)).toBeNull()
})

test('each stage has a sentence', () => {
  for (const stage of DeliveryStatus.options)
    expect(SHARED_STAGES.map((known) => known.stage)).toContain(stage)
  expect(stageSentence('IN_STOCK')).toBe('It’s being prepared.')
  expect(stageSentence('SHIPPED')).toBe('It’s at sea, bound for New Zealand.')
})
