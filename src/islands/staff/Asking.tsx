import type { ReactNode } from 'react'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { Asked } from '#ui/hooks/use-answer.ts'

/** What was asked for, once it is there; until then that it is on its way, or why it is not to be had. */
export function Asking<T>({
  asked,
  name,
  children,
}: {
  asked: Asked<T>
  /** What is asked for, as in `the quotes`. */
  name: string
  children: (value: T) => ReactNode
}) {
  if (asked.state === 'loading') return <Loading text={`Loading ${name}`} />
  if (asked.state === 'ready') return children(asked.value)
  return (
    <Notice kind="error" title={`We could not load ${name}`} tryAgain={asked.askAgain}>
      {asked.message}
    </Notice>
  )
}
