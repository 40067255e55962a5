import type { ReactNode } from 'react'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useAnswer } from '#ui/hooks/use-answer.ts'
import type { BuilderProps } from '#ui/configuration/builder-data.ts'
import { loadRange } from './car-range.ts'

/** What needs the cars that are sold, once they are here. */
export function WithRange({ children }: { children: (range: BuilderProps) => ReactNode }) {
  const range = useAnswer('range', loadRange)
  if (range.state === 'loading') return <Loading text="Fetching what you can choose" />
  if (range.state === 'ready') return children(range.value)
  return (
    <Notice kind="error" tryAgain={range.askAgain}>
      {range.message}
    </Notice>
  )
}
