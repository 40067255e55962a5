// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { $checklistTicks, tick } from './checklist-ticks.ts'

beforeEach(() => $checklistTicks.set({}))

test('a tick stays in the browser, and can be taken away', () => {
  tick('one', 'keys', true)
  tick('one', 'licence', true)
  tick('one', 'licence', true)
  tick('one', 'keys', false)
  expect($checklistTicks.get()).toEqual({ one: ['licence'] })
  expect(localStorage.getItem('checklist-ticks:1')).toBe('{"one":["licence"]}')
})

test('only the last five purchases keep their ticks', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'a2']) tick(id, 'keys', true)
  expect(Object.keys($checklistTicks.get())).toEqual(['c', 'd', 'e', 'f', 'a2'])
})
