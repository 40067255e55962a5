import { expect, test } from 'vitest'
import { formatNumber, listed } from './numbers.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [12_000, '12,000'],
  [1_234_567, '1,234,567'],
  [-1234, '-1,234'],
  [-123, '-123'],
])('%i reads %s', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})

test.each([
  [[], ''],
  [['rails'], 'rails'],
  [['rails', 'bars'], 'rails and bars'],
  [['rails', 'bars', 'a tray'], 'rails, bars and a tray'],
])('%j are listed as %s', (items, text) => {
  expect(listed(items)).toBe(text)
  expect(listed(items, 'or')).toBe(text.replace(' and ', ' or '))
})
