import type { ClientDirective } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:touch'?: boolean
  }
}

/** The first signs of a visitor. What helps them may press and fill in with no pointer and no key. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click', 'input', 'change']

/**
 * `client:touch`: an island that has nothing to do before somebody is at the page. It wakes when anything on the page is
 * turned to. What was typed or pressed in it by then is told to it (`early-typing.ts`, `early-clicks.ts`). Where its
 * scripts did not come, the next sign asks for them again.
 */
const touch: ClientDirective = (load, options, island) => {
  const stop = new AbortController()
  const wake = async () => {
    if (stop.signal.aborted) return
    stop.abort()
    try {
      const hydrate = await load()
      await hydrate()
    } catch (error) {
      console.warn('A part of the page could not be woken.', error)
    }
    // A failure that Astro has told of itself leaves the island as it was built.
    if (island.hasAttribute('ssr')) void touch(load, options, island)
  }
  for (const sign of SIGNS)
    addEventListener(sign, wake, { capture: true, passive: true, signal: stop.signal })
}

export default touch
