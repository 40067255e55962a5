import { useEffect, useRef } from 'react'
import type { Result } from '#lib/api/failure.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'
import { useQuery, type QueryState } from './use-query.ts'

/** How soon a tab that is seen again reads again. */
const SOONEST_MS = 5000

/**
 * As {@link useQuery}, for what changes on the server: it is read again each minute while the tab is visible, and when it
 * is seen again. What was read stays on the screen while that fails, and stays the same value while it is unchanged.
 */
export function useLiveQuery<T>(key: string, ask: () => Promise<Result<T>>): QueryState<T> {
  const read = useRef<{ key: string; text: string; answer: Result<T> } | null>(null)
  const asked = useQuery(key, async () => {
    const answer = await ask()
    const before = read.current?.key === key ? read.current : null
    if (!answer.ok) return before?.answer ?? answer
    const text = JSON.stringify(answer.value)
    if (before?.text === text) return before.answer
    read.current = { key, text, answer }
    return answer
  })
  const isReady = asked.state === 'ready'
  const refetch = isReady ? asked.refetch : null
  useEffect(() => {
    if (!refetch) return
    let atMs = Date.now()
    const again = () => {
      if (document.visibilityState === 'hidden') return
      atMs = Date.now()
      refetch()
    }
    const onSeen = () => Date.now() - atMs > SOONEST_MS && again()
    const timer = setInterval(again, MINUTE_MS)
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [refetch])
  return asked
}
