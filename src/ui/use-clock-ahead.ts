import { useSyncExternalStore } from 'react'
import { clockAheadMs, onClockMoved } from '#lib/clock.ts'

/** How far the server's clock is ahead, in milliseconds. The first render is the built page's. */
export const useClockAhead = (): number => useSyncExternalStore(onClockMoved, clockAheadMs, () => 0)
