// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { StillWorking } from './Loading.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

test('a wait is named after a second, and after ten it says that it is still working', async () => {
  vi.useFakeTimers()
  const container = document.createElement('div')
  const root = createRoot(container)
  const show = (isBusy: boolean) =>
    act(async () => root.render(<StillWorking isBusy={isBusy} text="Saving your purchase" />))
  const after = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
  const said = () => container.querySelector('[role="status"]')!.textContent

  await show(false)
  await after(20_000)
  expect(said()).toBe('')
  await show(true)
  await after(999)
  expect(said()).toBe('')
  await after(1)
  expect(said()).toBe('Saving your purchase')
  await after(8_999)
  expect(said()).toBe('Saving your purchase')
  await after(1)
  expect(said()).toBe('Saving your purchase. Still working. Please keep this page open.')
  await show(false)
  expect(said()).toBe('')

  // The next wait counts from its own start.
  await show(true)
  await after(999)
  expect(said()).toBe('')
})
