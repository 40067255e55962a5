// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goTo, replaceRoute, blockNavigation, useHash } from './use-hash.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const seen: string[] = []
const Reader = () => {
  seen.push(useHash())
  return null
}
const root = createRoot(document.createElement('div'))
beforeEach(async () => {
  history.replaceState(null, '', '/purchase/?kdcd=TN27H-B')
  await act(async () => root.render(createElement(Reader)))
})
afterEach(async () => {
  await act(async () => root.render(null))
  seen.length = 0
})
const after = (change: () => void) =>
  act(async () => {
    change()
    await new Promise((done) => setTimeout(done, 5))
  })

test('a route is followed, replaced, and left by Back', async () => {
  await after(() => goTo('#/J1/quote'))
  expect(seen.at(-1)).toBe('#/J1/quote')

  await after(() => replaceRoute('#/J1/trade-in'))
  expect(seen.at(-1)).toBe('#/J1/trade-in')
  expect(location.search).toBe('?kdcd=TN27H-B')
})

test('§2 after every in-app route change the page scrolls to the top, also of a query alone', async () => {
  await after(() => goTo('#/search?where=name&search=mi'))
  const scrolled = vi.spyOn(window, 'scrollTo')
  await after(() => goTo('#/search?where=rego&search=TOI101'))
  expect(scrolled).toHaveBeenLastCalledWith(0, 0)

  scrolled.mockClear()
  await after(() => history.replaceState(null, '', '#/search?where=name&search=mi'))
  await after(() => void dispatchEvent(new Event('hashchange')))
  expect(scrolled).toHaveBeenLastCalledWith(0, 0)
})

test('the skip link does not lose the step', async () => {
  await after(() => goTo('#/J1/quote'))

  await after(() => goTo('#main'))

  expect(seen.at(-1)).toBe('#/J1/quote')
  expect(location.hash).toBe('#/J1/quote')
})

test('a skip link on a page without a route leaves no hash', async () => {
  await after(() => replaceRoute('/purchase/?kdcd=TN27H-B'))
  await after(() => goTo('#main'))
  expect(location.hash).toBe('')
})

test('a blocked route stays, and the blocker learns the wanted route', async () => {
  await after(() => goTo('#/sign-in'))
  const wanted: string[] = []
  const unblock = blockNavigation((hash) => wanted.push(hash))

  await after(() => goTo('#/work'))
  await after(() => goTo('#main'))
  expect(wanted).toEqual(['#/work'])
  expect(location.hash).toBe('#/sign-in')
  expect(seen.at(-1)).toBe('#/sign-in')

  unblock()
  await after(() => goTo('#/work'))
  expect(seen.at(-1)).toBe('#/work')
})
