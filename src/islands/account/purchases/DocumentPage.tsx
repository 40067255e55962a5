import type { ReactNode } from 'react'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { Asked } from '#ui/hooks/use-answer.ts'

/** A document of a purchase on a page of its own, once it is here. */
export function DocumentPage<T>({
  asked,
  name,
  children,
}: {
  asked: Asked<T>
  name: string
  children: (document: T, askAgain: () => void) => ReactNode
}) {
  return (
    <div className="stack stack--l">
      <p className="no-print">
        <a href="#/agreements">Back to My Purchases</a>
      </p>
      {asked.state === 'loading' ? (
        <Loading text={`Loading ${name}`} />
      ) : asked.state === 'failed' ? (
        <Notice kind="error" title={`We could not load ${name}`} tryAgain={asked.askAgain}>
          {asked.message}
        </Notice>
      ) : (
        children(asked.value, asked.askAgain)
      )}
    </div>
  )
}
