import type { ReactNode } from 'react'
import { paths } from '#stores/site/paths.ts'
import type { QueryState } from '#ui/hooks/use-query.ts'
import type { Pages } from '#ui/hooks/use-pages.ts'
import { Listing } from '../Listing.tsx'

/** A customer's quotes, purchases or reservations, a card each; an empty list links to building a car. */
export const CarList = <T,>({
  asked,
  name,
  none,
  keyOf,
  children,
}: {
  /** All of it, or page by page. */
  asked: QueryState<readonly T[] | Pages<T>>
  /** The things listed, as in `your quotes`. */
  name: string
  /** The sentence of an empty list. */
  none: string
  keyOf: (item: T) => string
  /** The card of an item. */
  children: (item: T) => ReactNode
}) => (
  <Listing
    asked={asked}
    name={name}
    empty={
      <>
        <p>{none}</p>
        <a className="button" href={paths.buildAndQuote()}>
          Build and quote
        </a>
      </>
    }
  >
    {(items) => (
      <ul className="stack account__list">
        {items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
    )}
  </Listing>
)
