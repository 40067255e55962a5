// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MODULE_RETRY_PAUSES_MS } from '#lib/shared/constants.ts'
import { LazyComponent } from './LazyComponent.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const Hello = ({ name }: { name: string }) => `Hello ${name}`
let load: ReturnType<typeof vi.fn<() => Promise<typeof Hello>>>
let container: HTMLElement
let root: Root

beforeEach(() => {
  vi.useFakeTimers()
  load = vi.fn(async () => Hello)
  container = document.createElement('div')
  root = createRoot(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

const fails = () =>
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
const show = () =>
  act(async () =>
    root.render(
      <div>
        The rest <LazyComponent load={load} text="On its way" props={{ name: 'Mia' }} />
      </div>,
    ),
  )
const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const notice = () => container.querySelector('[role=alert]')
const setOnline = (isOnline: boolean) =>
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)

test('a component that fails to load is loaded again automatically, after growing pauses', async () => {
  MODULE_RETRY_PAUSES_MS.forEach(fails)
  await show()
  for (const [index, pauseMs] of MODULE_RETRY_PAUSES_MS.entries()) {
    await wait(pauseMs - 1)
    expect(load).toHaveBeenCalledTimes(index + 1)
    expect(container.textContent).toBe('The rest On its way')
    await wait(1)
  }
  expect(container.textContent).toBe('The rest Hello Mia')
})

test('a component that never loads leaves the rest of the page, and Try again reloads it', async () => {
  ;[0, ...MODULE_RETRY_PAUSES_MS].forEach(fails)
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  await show()
  await wait(5_000)
  expect(container.textContent).toContain('The rest')
  expect(notice()?.textContent).toContain('Try again')
  await act(async () => container.querySelector('button')?.click())
  expect(reload).toHaveBeenCalledOnce()
})

test('without a connection the notice shows at once, and the component loads when the connection returns', async () => {
  fails()
  setOnline(false)
  await show()
  expect(notice()?.textContent).toContain('Try again')
  setOnline(true)
  await act(async () => window.dispatchEvent(new Event('online')))
  expect(container.textContent).toBe('The rest Hello Mia')
})

test('a connection that returns before the notice shows loads the component too', async () => {
  fails()
  setOnline(true).mockReturnValueOnce(false).mockReturnValueOnce(false)
  await show()
  expect(load).toHaveBeenCalledTimes(2)
  expect(container.textContent).toBe('The rest Hello Mia')
})

test('a component that was loaded before shows at once', async () => {
  await show()
  await act(async () => root.render(null))
  load.mockReturnValue(new Promise(() => {}))
  await show()
  expect(container.textContent).toBe('The rest Hello Mia')
})
