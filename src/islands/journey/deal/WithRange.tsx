import type { ReactNode } from 'react'
import type { Result } from '#lib/api/failure.ts'
import { paths } from '#stores/site/paths.ts'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import type { BuilderProps } from '#ui/configuration/builder-data.ts'

/** Renders its children once the range of cars is loaded. */
export function WithRange({ children }: { children: (range: BuilderProps) => ReactNode }) {
  const range = useQuery('range', loadRange)
  if (range.state === 'loading') return <Loading text="Loading your choices" />
  if (range.state === 'ready') return children(range.value)
  return (
    <Notice kind="error" tryAgain={range.refetch}>
      {range.message}
    </Notice>
  )
}

let asked: Promise<Result<BuilderProps>> | null = null

/** Loads the range of cars and ways to pay once per page. After a failure the next caller retries. */
const loadRange = (): Promise<Result<BuilderProps>> =>
  (asked ??= fetchRange().then((answer) => {
    if (!answer.ok) asked = null
    return answer
  }))

async function fetchRange(): Promise<Result<BuilderProps>> {
  try {
    const answer = await fetch(paths.range)
    if (!answer.ok) return { ok: false, failure: { kind: 'unreadable', status: answer.status } }
    // Not checked: the build that made this page also made this file.
    return { ok: true, value: (await answer.json()) as BuilderProps }
  } catch {
    return { ok: false, failure: { kind: 'network', reason: 'failed' } }
  }
}
