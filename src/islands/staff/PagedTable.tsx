import type { ReactElement, ReactNode } from 'react'
import { ShowMore } from '#ui/ShowMore.tsx'
import type { QueryState } from '#ui/hooks/use-query.ts'
import type { Pages } from '#ui/hooks/use-pages.ts'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'

/** A table that grows page by page. */
export const PagedTable = <T,>({
  asked,
  name,
  columns,
  amounts,
  className = '',
  none = <p className="quiet">None yet.</p>,
  children,
}: {
  asked: QueryState<Pages<T>>
  /** The things listed, as in `the quotes`. */
  name: string
  columns: readonly string[]
  /** The heading of a last column with amounts. */
  amounts?: string
  className?: string
  /** Shown when the list is empty. */
  none?: ReactElement
  /** The row of an item. */
  children: (item: T) => ReactNode
}) => (
  <WhenLoaded asked={asked} name={name}>
    {(pages) =>
      pages.items.length === 0 ? (
        none
      ) : (
        <>
          <table className={`table table--dense staff-table${className && ` ${className}`}`}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th scope="col" key={column}>
                    {column}
                  </th>
                ))}
                {amounts && (
                  <th scope="col" className="money">
                    {amounts}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>{pages.items.map(children)}</tbody>
          </table>
          <ShowMore pages={pages} />
        </>
      )
    }
  </WhenLoaded>
)
