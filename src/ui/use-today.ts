import { useState } from 'react'
import { aucklandDay } from '#lib/domain/dates.ts'
import { useClockAhead } from './use-clock-ahead.ts'

/** The day it is in New Zealand, `yyyy-mm-dd`, as it was when the screen opened. */
export function useToday(): string {
  const [openedMs] = useState(Date.now)
  return aucklandDay(openedMs + useClockAhead())
}
