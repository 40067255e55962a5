// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'

test('enabled features show, and the one in the address is scrolled to', async () => {
  const fetched = vi.fn(async () =>
    Response.json({ flags: { reservations: true, usedCars: false } }),
  )
  vi.stubGlobal('fetch', fetched)
  const warn = vi.spyOn(console, 'warn')
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  document.body.innerHTML =
    '<p id="2/reserve" data-feature="reservations" hidden></p><p data-feature="usedCars" hidden></p>'
  history.replaceState(null, '', '#2/reserve')

  await import('./features.ts')
  await vi.waitFor(() => expect(scrolled).toHaveBeenCalledTimes(1))
  const parts = [...document.querySelectorAll<HTMLElement>('[data-feature]')]
  expect(parts.map(({ hidden }) => hidden)).toEqual([false, true])
  expect(warn).not.toHaveBeenCalled()
  expect(fetched.mock.calls).toEqual([['/api/config']])
})
