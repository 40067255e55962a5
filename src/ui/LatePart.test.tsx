// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { LatePart } from './LatePart.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

test('a part that could not be fetched leaves the rest standing, and can be tried again', async () => {
  const container = document.createElement('div')
  const load = vi.fn<() => Promise<(props: { name: string }) => string>>()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  load.mockResolvedValue(({ name }) => `Hello ${name}`)
  const root = createRoot(container)
  await act(async () =>
    root.render(
      <div>
        The rest <LatePart load={load} text="On its way" props={{ name: 'Mia' }} />
      </div>,
    ),
  )
  expect(container.textContent).toContain('The rest')
  expect(container.querySelector('[role=alert]')?.textContent).toContain('Try again')

  await act(async () => container.querySelector('button')?.click())
  expect(container.textContent).toBe('The rest Hello Mia')
  await act(async () => root.unmount())
})
