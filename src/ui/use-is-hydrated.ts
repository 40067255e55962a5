import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the first render, which repeats the static page, is over. What only the browser knows shows from then on. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
