import { useState } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { useAnswer, type Asked } from '#ui/use-answer.ts'

export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

export interface Pages<T> {
  items: T[]
  /** There is another page. */
  hasMore: boolean
  isLoading: boolean
  /** Why the next page did not come. */
  failure: string
  loadMore: () => void
}

interface Further<T> extends Page<T> {
  key: string
}

/**
 * A list that is asked for page by page, anew for another `key`.
 *
 * @param ask Reads the page that follows a cursor, or the first.
 */
export function usePages<T>(
  key: string,
  ask: (cursor?: string) => Promise<Result<Page<T>>>,
): Asked<Pages<T>> {
  const first = useAnswer(key, () => ask())
  const [further, setFurther] = useState<Further<T> | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  const [failure, setFailure] = useState('')
  if (first.state !== 'ready') return first

  const shown = further?.key === key ? further : null
  const items = [...first.value.items, ...(shown?.items ?? [])]
  const { nextCursor } = shown ?? first.value
  const loadMore = async () => {
    if (nextCursor === null || isLoading) return
    setIsLoading(true)
    const answer = await ask(nextCursor)
    setIsLoading(false)
    setFailure(answer.ok ? '' : failureMessage(answer.failure))
    if (answer.ok)
      setFurther({
        key,
        items: [...(shown?.items ?? []), ...answer.value.items],
        nextCursor: answer.value.nextCursor,
      })
  }
  return {
    ...first,
    value: { items, hasMore: nextCursor !== null, isLoading, failure, loadMore },
  }
}
