import type { ClientDirective } from 'astro'
import { SESSION_KEY } from '../lib/constants.ts'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:touch'?: boolean
  }
}

/**
 * The first signs of a visitor. What helps them may press and fill in with no pointer and no key. An island that has
 * woken may have something to say, which the menu and the toasts are for.
 */
const SIGNS = [
  'pointermove',
  'pointerdown',
  'keydown',
  'focusin',
  'click',
  'input',
  'change',
  'astro:hydrate',
]
/** When another page may have left something to do. */
const RETURNS = ['storage', 'pageshow']

/** A press may come before the islands listen for one. */
let hasSign = false
for (const sign of SIGNS)
  addEventListener(sign, () => (hasSign = true), { capture: true, passive: true, once: true })

/** Whether the page has more to show or do than it was built with: for who is signed in, or with a vendor's chat. */
function hasWork(): boolean {
  if (document.documentElement.dataset.chat !== undefined) return true
  if (/[?&]startOver\b/.test(location.search)) return true
  try {
    return /"token":\{/.test(localStorage.getItem(SESSION_KEY) ?? '')
  } catch {
    return false
  }
}

/**
 * `client:touch`: an island that has nothing to do before somebody is at the page. It wakes when anything on the page is
 * turned to. What was typed or pressed in it by then is told to it (`early-typing.ts`, `early-clicks.ts`). Where its
 * scripts did not come, the next sign asks for them again.
 */
const touch: ClientDirective = (load, _options, island) => {
  const wake = async () => {
    try {
      const hydrate = await load()
      await hydrate()
    } catch (error) {
      console.warn('A part of the page could not be woken.', error)
    }
    // A failure that Astro has told of itself leaves the island as it was built.
    if (!island.hasAttribute('ssr')) return
    for (const button of island.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy')
    sleep()
  }
  const sleep = () => {
    const stop = new AbortController()
    const end = () => {
      stop.abort()
      void wake()
    }
    const options = { capture: true, passive: true, signal: stop.signal }
    for (const sign of SIGNS) addEventListener(sign, end, options)
    for (const sign of RETURNS) addEventListener(sign, () => hasWork() && end(), options)
  }
  if (hasSign || hasWork()) return void wake()
  sleep()
}

export default touch
