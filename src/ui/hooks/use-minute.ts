import { useEffect, useState } from 'react'
import { useClockAhead } from './use-today.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

/** The current time in milliseconds since the Unix epoch, updated every minute. */
export function useMinute(): number {
  const aheadMs = useClockAhead()
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs + aheadMs
}
