import { createElement, useEffect, useRef, type ComponentType, type ReactNode } from 'react'
import { fetchedPart, fetchPart } from '#lib/api/part.ts'
import { Loading } from './Loading.tsx'
import { Notice } from './Notice.tsx'
import { useAnswer } from './hooks/use-answer.ts'

interface LatePartProps<Props extends object> {
  /** The dynamic import of the component; the same function at every render. */
  load: () => Promise<ComponentType<Props>>
  /** What is said while it is on its way. */
  text: string
  props: Props
  /** What stands in its place when it could not be fetched, instead of a notice. */
  failed?: (tryAgain: () => void) => ReactNode
}

/**
 * A component fetched when it is first shown. Without it the rest of the page stands, and it is asked for again as soon
 * as there is a connection.
 */
export function LatePart<Props extends object>({
  load,
  text,
  props,
  failed,
}: LatePartProps<Props>) {
  const wasOnline = useRef(true)
  const asked = useAnswer('part', async () => {
    const answer = await fetchPart(load)
    wasOnline.current = navigator.onLine
    return answer
  })
  const hasFailed = asked.state === 'failed'
  const again = hasFailed ? asked.askAgain : null

  useEffect(() => {
    if (!again) return
    // The connection may be back before it can be listened for.
    if (!wasOnline.current && navigator.onLine) return again()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [again])

  const Part = fetchedPart(load)
  if (Part) return createElement(Part, props)
  if (!hasFailed) return <Loading text={text} />
  // With a connection it was tried often enough: the part may be of a build that is gone, and only a new page helps.
  const tryAgain = () => (navigator.onLine ? location.reload() : asked.askAgain())
  if (failed) return failed(tryAgain)
  return (
    <Notice kind="error" tryAgain={tryAgain}>
      {asked.message}
    </Notice>
  )
}
