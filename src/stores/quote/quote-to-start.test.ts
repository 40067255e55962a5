// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { aQuote } from '#tests/builders/purchase-journey.ts'
import { handOverQuote, takeHandedOver } from './quote-to-start.ts'

afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

const quote = aQuote({ quoteId: 'quote-1', customerId: 7 })

test('a quote is handed to the next page once', () => {
  handOverQuote(quote)
  expect(takeHandedOver('quote-1', 7)).toEqual(quote)
  expect(takeHandedOver('quote-1', 7)).toBeNull()
})

test.each([
  ['another quote is asked for', 'quote-2', 7, 0],
  ['another customer has signed in', 'quote-1', 8, 0],
  ['the customer has signed out', 'quote-1', null, 0],
  ['a minute has passed', 'quote-1', 7, 60_000],
])('it isn’t used where %s', (_, quoteId, customerId, passedMs) => {
  vi.useFakeTimers()
  handOverQuote(quote)
  vi.advanceTimersByTime(passedMs)
  expect(takeHandedOver(quoteId, customerId)).toBeNull()
  expect(sessionStorage).toHaveLength(0)
})

test('what this browser has stored there is no quote: it is asked for', () => {
  sessionStorage.setItem('quote-to-start:1', '{')
  expect(takeHandedOver('quote-1', 7)).toBeNull()
})
