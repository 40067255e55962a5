import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'

/**
 * Reads a store in an island that was rendered at build time.
 *
 * @param atBuild The value the static HTML was rendered with. The first client render repeats it, then the stored value
 *   is used; without it a returning visitor gets a hydration error.
 */
export const useIslandStore = <T>($store: ReadableAtom<T>, atBuild: T): T =>
  useStore($store, { ssr: () => atBuild })
