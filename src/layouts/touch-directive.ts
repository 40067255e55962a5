import type { ClientDirective } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:touch'?: boolean
  }
}

/** The first signs of a visitor. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin']

/**
 * `client:touch`: an island that has nothing to do before somebody is at the page. It wakes when anything on the page is
 * turned to. What was typed or pressed in it by then is told to it (`early-typing.ts`, `early-clicks.ts`).
 */
const touch: ClientDirective = (load) => {
  const stop = new AbortController()
  const wake = () => {
    if (stop.signal.aborted) return
    stop.abort()
    void load().then((hydrate) => hydrate())
  }
  for (const sign of SIGNS)
    addEventListener(sign, wake, { capture: true, passive: true, signal: stop.signal })
}

export default touch
