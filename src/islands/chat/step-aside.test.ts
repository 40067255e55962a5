// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stepAside } from './step-aside.ts'

let observed: { id: string; margin: string }[]
let report: (target: Element, isIntersecting: boolean) => void

beforeEach(() => {
  observed = []
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(
        callback: (entries: { target: Element; isIntersecting: boolean }[]) => void,
        { rootMargin: margin }: { rootMargin: string },
      ) {
        this.observe = ({ id }) => observed.push({ id, margin })
        report = (target, isIntersecting) => callback([{ target, isIntersecting }])
      }
      observe: (target: Element) => void
      disconnect = () => {}
    },
  )
  document.body.innerHTML = `
    <main>
      <a class="button" id="main"></a>
      <a class="button button--quiet"></a>
      <aside class="buy"><a class="button button--accent" id="bar"></a></aside>
    </main>
    <button id="message"></button>`
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const element = (id: string) => document.getElementById(id)!

test('the message button makes way for a main action and comes back after it', () => {
  const stop = stepAside(element('message'))
  report(element('main'), true)
  expect(element('message').hasAttribute('data-aside')).toBe(true)
  report(element('main'), false)
  expect(element('message').hasAttribute('data-aside')).toBe(false)
  stop()
})

test('it watches 200 pixels around itself, 8 for the action of a bar, and no quiet button', () => {
  vi.spyOn(element('message'), 'getBoundingClientRect').mockReturnValue({
    top: 700,
    right: 1260,
    bottom: 752,
    left: 1208,
  } as DOMRect)
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1280)
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(900)
  const stop = stepAside(element('message'))
  expect(observed).toEqual([
    { id: 'main', margin: '-500px 180px 52px -1008px' },
    { id: 'bar', margin: '-692px -12px -140px -1200px' },
  ])
  stop()
})

test('it watches a main action that is drawn later', async () => {
  const stop = stepAside(element('message'))
  element('main').insertAdjacentHTML('afterend', '<button class="button" id="later"></button>')
  await vi.advanceTimersByTimeAsync(400)
  expect(observed.map(({ id }) => id)).toContain('later')
  stop()
})
