// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addToast, dropToasts } from '#stores/site/toasts.ts'
import { Toasts } from './Toasts.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let container: HTMLElement
let root: Root
const onRecoverableError = vi.fn()
const wake = () =>
  act(async () => {
    root = hydrateRoot(container, <Toasts position="top-centre" />, { onRecoverableError })
  })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const texts = () => [...container.querySelectorAll('.toast__text')].map((text) => text.textContent)

beforeEach(() => {
  vi.useFakeTimers()
  container = document.createElement('div')
  document.body.replaceChildren(container)
  container.innerHTML = renderToString(<Toasts position="top-centre" />)
})
afterEach(async () => {
  await act(async () => {
    root.unmount()
    toast.removeAll()
  })
  vi.useRealTimers()
})

test('a toast added before hydration is shown without a hydration error', async () => {
  addToast({ kind: 'success', text: 'Signed in' })
  await wake()
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(texts()).toEqual(['Signed in'])
})

// Specification §9: toasts
test('a toast disappears after five seconds', async () => {
  await wake()
  await act(async () => addToast({ kind: 'info', text: 'Hello' }))
  await pass(4900)
  expect(container.querySelector('[data-leaving]')).toBeNull()
  await pass(200)
  expect(container.querySelector('[data-leaving]')).not.toBeNull()
  await pass(400)
  expect(texts()).toEqual([])
})

// Specification §9: account-area toasts
test('the newest is on top, and a toast replaces one with the same id', async () => {
  await wake()
  await act(async () => {
    addToast({ kind: 'info', text: 'first' })
    addToast({ kind: 'warning', text: 'second' })
    addToast({ kind: 'warning', text: 'second' })
    addToast({ kind: 'warning', text: 'second, again', id: 'second' })
  })
  expect(texts()).toEqual(['second, again', 'first'])
  expect(container.querySelector('progress, [role="progressbar"]')).toBeNull()
})

test('the time pauses while the pointer is on a toast', async () => {
  await wake()
  await act(async () => addToast({ kind: 'info', text: 'Hello' }))
  const region = container.querySelector('section')!
  await act(async () => {
    region.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
  })
  await pass(20_000)
  expect(texts()).toEqual(['Hello'])
})

test('a toast can be closed, and all can be dropped', async () => {
  await wake()
  await act(async () => {
    addToast({ kind: 'info', text: 'one' })
    addToast({ kind: 'info', text: 'two' })
  })
  await act(async () => container.querySelector('button')?.click())
  await pass(400)
  expect(texts()).toEqual(['one'])
  await act(async () => dropToasts())
  await pass(400)
  expect(texts()).toEqual([])
})

test('it is a polite live region from the start', async () => {
  expect(container.querySelector('section')?.getAttribute('aria-live')).toBe('polite')
  await wake()
})

// Specification §2, "Toast area"
test.each([
  ['customer', 'top-centre'],
  ['staff', 'top-centre'],
  ['purchase', 'top-right'],
] as const)('in the %s area toasts are %s', async (area, position) => {
  expect(readFileSync(`src/pages/${area}/index.astro`, 'utf8')).toContain(`toasts="${position}"`)
  expect(renderToString(<Toasts position={position} />)).toContain(`toasts--${position}`)
  await wake()
})
