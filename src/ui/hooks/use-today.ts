import { useState, useSyncExternalStore } from 'react'
import { clockAheadMs, onClockMoved } from '#lib/shared/clock.ts'
import { aucklandDay } from '#lib/shared/dates.ts'

/** How far the server's clock is ahead, in milliseconds. The first render is the built page's. */
export const useClockAhead = (): number => useSyncExternalStore(onClockMoved, clockAheadMs, () => 0)

/** The day it is in New Zealand, `yyyy-mm-dd`, as it was when the screen opened. */
export function useToday(): string {
  const [openedMs] = useState(Date.now)
  return aucklandDay(openedMs + useClockAhead())
}
