import { useCallback, useEffect, useState } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'

type Answered<T> = { key: string; tries: number; answer: Result<T> }

export type QueryState<T> =
  | { state: 'loading' }
  | { state: 'ready'; value: T; refetch: () => void }
  | { state: 'failed'; message: string; refetch: () => void }

/**
 * Loads data when the screen opens, and again for another `key`. The loaded value stays while it is refetched.
 *
 * @param ask Makes the call; it depends on `key` alone.
 */
export function useQuery<T>(key: string, ask: () => Promise<Result<T>>): QueryState<T> {
  const [tries, setTries] = useState(0)
  const [answered, setAnswered] = useState<Answered<T> | null>(null)
  const refetch = useCallback(() => setTries((count) => count + 1), [])

  useEffect(() => {
    let isWanted = true
    void ask().then((answer) => {
      if (isWanted) setAnswered({ key, tries, answer })
    })
    return () => {
      isWanted = false
    }
    // `key` covers everything that `ask` reads.
  }, [key, tries])

  if (answered?.key !== key) return { state: 'loading' }
  const { answer } = answered
  if (answer.ok) return { state: 'ready', value: answer.value, refetch }
  if (answered.tries !== tries) return { state: 'loading' }
  return { state: 'failed', message: failureMessage(answer.failure), refetch }
}
