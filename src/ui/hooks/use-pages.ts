import { useState } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { useQuery, type QueryState } from './use-query.ts'

interface Page<T> {
  items: T[]
  /** Where the next page begins; `null` after the last. */
  nextCursor: string | null
}

export interface Pages<T> {
  items: T[]
  hasMore: boolean
  isLoading: boolean
  /** Why the next page failed to load; empty otherwise. */
  failure: string
  loadMore: () => void
}

/** The items loaded after the first query. */
interface Further<T> extends Page<T> {
  key: string
  /** The result of the query that these items follow. */
  after: Page<T>
  pages: number
}

type Ask<T> = (cursor?: string) => Promise<Result<Page<T>>>

/** Loads a number of pages as one. */
async function askPages<T>(ask: Ask<T>, count: number, cursor?: string): Promise<Result<Page<T>>> {
  const page = await ask(cursor)
  if (!page.ok || count === 1 || page.value.nextCursor === null) return page
  const rest = await askPages(ask, count - 1, page.value.nextCursor)
  return rest.ok
    ? { ok: true, value: { ...rest.value, items: [...page.value.items, ...rest.value.items] } }
    : rest
}

/**
 * A list that loads page by page, and starts over for another `key`. A refetch loads as many pages as were shown.
 *
 * @param ask Loads the page after a cursor, or the first page.
 */
export function usePages<T>(key: string, ask: Ask<T>): QueryState<Pages<T>> {
  const [further, setFurther] = useState<Further<T> | null>(null)
  const pages = further?.key === key ? further.pages : 1
  const asked = useQuery(key, () => askPages(ask, pages))
  const [isLoading, setIsLoading] = useState(false)
  const [failure, setFailure] = useState('')
  if (asked.state !== 'ready') return asked

  const after = asked.value
  const shown = further?.after === after ? further : null
  const { nextCursor } = shown ?? after
  const loadMore = async () => {
    if (nextCursor === null || isLoading) return
    setIsLoading(true)
    const answer = await ask(nextCursor)
    setIsLoading(false)
    setFailure(answer.ok ? '' : failureMessage(answer.failure))
    if (answer.ok)
      setFurther({
        key,
        after,
        pages: pages + 1,
        items: [...(shown?.items ?? []), ...answer.value.items],
        nextCursor: answer.value.nextCursor,
      })
  }
  return {
    ...asked,
    value: {
      items: [...after.items, ...(shown?.items ?? [])],
      hasMore: nextCursor !== null,
      isLoading,
      failure,
      loadMore,
    },
  }
}
