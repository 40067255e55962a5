import type { ReactNode } from 'react'
import { Notice } from '#ui/Notice.tsx'
import { ShowMore } from '#ui/ShowMore.tsx'
import type { QueryState } from '#ui/hooks/use-query.ts'
import type { Pages } from '#ui/hooks/use-pages.ts'

/** A list in each of its states: loading, failed, empty with a next step, and loaded. */
export function Listing<T>({
  asked,
  name,
  empty,
  children,
}: {
  /** All of it, or page by page. */
  asked: QueryState<readonly T[] | Pages<T>>
  /** The things listed, as in `your quotes`. */
  name: string
  empty: ReactNode
  children: (items: readonly T[]) => ReactNode
}) {
  if (asked.state === 'loading')
    return (
      <div className="stack" role="status">
        <span className="visually-hidden">Loading {name}</span>
        {[1, 2].map((row) => (
          <div className="card" key={row} aria-hidden="true">
            <div className="skeleton skeleton--title" />
            <div className="skeleton skeleton--text" />
            <div className="skeleton skeleton--text" />
          </div>
        ))}
      </div>
    )
  if (asked.state === 'failed')
    return (
      <Notice kind="error" title={`We couldn’t load ${name}`} tryAgain={asked.refetch}>
        {asked.message}
      </Notice>
    )
  const { value } = asked
  const items = 'items' in value ? value.items : value
  if (items.length === 0) return <div className="empty">{empty}</div>
  return (
    <>
      {children(items)}
      {'items' in value && <ShowMore pages={value} />}
    </>
  )
}
