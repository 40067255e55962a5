import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the first render, which repeats the static page, is over. What only the browser knows shows from then on. A
 * form is `inert` until then: React would not know what was typed, and the browser would send it to the page's address.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
