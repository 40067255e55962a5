// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settle } from '#tests/setup/screen.ts'
import { SharedOrder } from './SharedOrder.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const ORDER = {
  modelName: 'Tarn',
  variantName: 'Tarn GT',
  colourName: 'Blue',
  colourCode: 'BLD',
  kdcd: 'TN27H-A',
  stage: 'SHIPPED',
  weeks: { from: 2, to: 4 },
}
let answer: () => Response
let container: HTMLElement
let root: Root
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('fetch', async () => answer())
  location.hash = '#/the-key'
  container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})
const open = async () => {
  await act(async () => root.render(<SharedOrder scenes={{ tarn: 'coast' }} />))
  await settle()
}
const json =
  (body: object, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status })
const text = () => container.textContent ?? ''

test('the page shows the car, where it is and when it comes, and follows it while it is open', async () => {
  answer = json(ORDER)
  await open()
  expect(text()).toContain('A Tarn is on its way')
  expect(container.querySelector('[role=status]')?.textContent).toBe(
    'It’s at sea, bound for New Zealand. Ready in about 2 to 4 weeks.',
  )
  expect(container.querySelector('[aria-current=step]')?.textContent).toBe('At sea')
  expect(container.querySelector('.moment__car')?.getAttribute('alt')).toBe('Tarn in Blue')

  answer = json({ ...ORDER, stage: 'LANDED', weeks: { from: 1, to: 2 } })
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await settle()
  expect(text()).toContain('It has landed in New Zealand.')

  // The server is away: what was read stays.
  answer = json({}, 503)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await settle()
  expect(text()).toContain('It has landed in New Zealand.')

  answer = json({}, 404)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await settle()
  expect(text()).toContain('This page is no longer available')
})

test('a link that has ended, or is cut short, says so', async () => {
  answer = json({}, 404)
  await open()
  expect(text()).toContain('This page is no longer available')
  expect(text()).toContain('ask them for a new link')
  await act(async () => void (location.hash = ''))
  await settle()
  expect(text()).toContain('This page is no longer available')
})

test('a hidden tab asks for nothing, and asks again when it is seen', async () => {
  const asked = vi.fn(json(ORDER))
  answer = asked
  await open()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await act(() => vi.advanceTimersByTimeAsync(180_000))
  expect(asked).toHaveBeenCalledTimes(1)
  visibility.mockRestore()
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  await settle()
  expect(asked).toHaveBeenCalledTimes(2)
})
