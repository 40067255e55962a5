import { expect, test } from 'vitest'
import { mayBeOnDemand } from './on-demand.ts'

test.each([
  '/purchase/',
  '/shop/purchase/',
  '//purchase/',
  '/x/../purchase/',
  '/purchase/.',
  '/%70urchase/',
  '/%2570urchase/',
  '/purchase/%',
  '/%/../%70urchase/',
  '/x%25%25/../%70urchase/',
  '/%2525252570urchase/',
  '/%70urchase/%2525',
])('%s counts as the page of a purchase', (pathname) => {
  expect(mayBeOnDemand(pathname)).toBe(true)
})

test.each(['/nothing/', '/%', '/%2e%2e/'])('%s counts as no page', (pathname) => {
  expect(mayBeOnDemand(pathname)).toBe(false)
})
