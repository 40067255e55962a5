import type { ReactNode } from 'react'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { QueryState } from '#ui/hooks/use-query.ts'

export interface WhenLoadedProps<T> {
  asked: QueryState<T>
  /** The thing loaded, as in `the quotes`. */
  name: string
  children: (value: T, refetch: () => void) => ReactNode
}

/** Shows a loaded value; until then that it is loading, or why it could not be loaded, with a way to try again. */
export function WhenLoaded<T>({ asked, name, children }: WhenLoadedProps<T>) {
  if (asked.state === 'loading') return <Loading text={`Loading ${name}`} />
  if (asked.state === 'ready') return children(asked.value, asked.refetch)
  return (
    <Notice kind="error" title={`We couldn’t load ${name}`} tryAgain={asked.refetch}>
      {asked.message}
    </Notice>
  )
}
