import { useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the first render, which repeats the static page, is over. Content that only the browser knows shows from then
 * on, rendered in small pieces that a press doesn't have to wait for. Forms are `inert` until then: React would miss typed
 * text, and the browser would submit to the page's address.
 */
export const useIsHydrated = (): boolean =>
  useDeferredValue(
    useSyncExternalStore(
      never,
      () => true,
      () => false,
    ),
  )
