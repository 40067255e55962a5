import type { ReactNode } from 'react'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { QueryState } from '#ui/hooks/use-query.ts'

/** A document of a purchase on a page of its own, once it is here. */
export function DocumentPage<T>({
  asked,
  name,
  children,
}: {
  asked: QueryState<T>
  name: string
  children: (document: T, refetch: () => void) => ReactNode
}) {
  return (
    <div className="stack stack--l">
      <p className="no-print">
        <a href="#/agreements">Back to My Purchases</a>
      </p>
      {asked.state === 'loading' ? (
        <Loading text={`Loading ${name}`} />
      ) : asked.state === 'failed' ? (
        <Notice kind="error" title={`We could not load ${name}`} tryAgain={asked.refetch}>
          {asked.message}
        </Notice>
      ) : (
        children(asked.value, asked.refetch)
      )}
    </div>
  )
}
