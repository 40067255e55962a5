import type { ReactNode } from 'react'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import type { BuilderProps } from '#ui/configuration/builder-data.ts'
import { loadRange } from './car-range.ts'

/** What needs the cars that are sold, once they are here. */
export function WithRange({ children }: { children: (range: BuilderProps) => ReactNode }) {
  const range = useQuery('range', loadRange)
  if (range.state === 'loading') return <Loading text="Fetching what you can choose" />
  if (range.state === 'ready') return children(range.value)
  return (
    <Notice kind="error" tryAgain={range.refetch}>
      {range.message}
    </Notice>
  )
}
