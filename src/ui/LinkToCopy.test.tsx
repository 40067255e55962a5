// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { LinkToCopy } from './LinkToCopy.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

test('a link that the browser cannot copy is selected for copying by hand', async () => {
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  const root = createRoot(container)
  await act(async () => root.render(<LinkToCopy label="Link" hint="" link="https://shop.test/" />))
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'))

  await act(async () => container.querySelector('button')!.click())

  expect(container.textContent).toContain('We couldn’t copy the link')
  const field = container.querySelector('input')!
  expect(document.activeElement).toBe(field)
  expect(field.selectionEnd).toBe('https://shop.test/'.length)
  await act(async () => root.unmount())
})
