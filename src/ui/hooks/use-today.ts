import { useState, useSyncExternalStore } from 'react'
import { clockAheadMs, onClockMoved } from '#lib/shared/server-clock.ts'
import { aucklandDay } from '#lib/shared/dates.ts'

/** How far the server's clock is ahead, in milliseconds; 0 in the first render, which repeats the static page. */
export const useClockAhead = (): number => useSyncExternalStore(onClockMoved, clockAheadMs, () => 0)

/** The day in New Zealand when the screen opened, `yyyy-mm-dd`. */
export function useToday(): string {
  const [openedMs] = useState(Date.now)
  return aucklandDay(openedMs + useClockAhead())
}
