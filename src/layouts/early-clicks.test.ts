// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import './early-clicks.ts'

let island: HTMLElement
let buttons: HTMLButtonElement[]
let taken: string[]

beforeEach(() => {
  document.body.innerHTML =
    '<astro-island ssr><button>Login</button><button>Close</button></astro-island>'
  island = document.querySelector('astro-island')!
  buttons = [...document.querySelectorAll('button')]
  taken = []
})
/** As Astro does it. */
const wake = () => {
  for (const button of buttons)
    button.addEventListener('click', () => taken.push(button.textContent))
  island.removeAttribute('ssr')
  island.dispatchEvent(new Event('astro:hydrate'))
}
const busy = () => buttons.map((button) => button.getAttribute('aria-busy'))

test('a press on what still sleeps shows that it was taken, and is given to it once as it wakes', () => {
  buttons[0]!.click()
  buttons[0]!.click()
  buttons[1]!.click()
  expect(busy()).toEqual(['true', 'true'])
  expect(taken).toEqual([])
  wake()
  expect(taken).toEqual(['Login', 'Close'])
  expect(busy()).toEqual([null, null])
})

test('a press on what is awake is its own', () => {
  wake()
  buttons[0]!.click()
  expect(taken).toEqual(['Login'])
  expect(busy()).toEqual([null, null])
})
