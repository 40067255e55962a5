import { expect, test } from 'vitest'
import { isGstNumber } from './gst-number.ts'

// The examples of Inland Revenue's description of its check digit.
test.each([
  ['49091850', true],
  ['49-091-850', true],
  ['35901981', true],
  ['49098576', true],
  ['136410132', true],
  ['136-410-132', true],
  ['136410133', false],
  ['9125568', false],
  ['49 091 850', false],
  ['GST 49091850', false],
  ['', false],
])('%s is a GST number: %s', (text, is) => {
  expect(isGstNumber(text)).toBe(is)
})
