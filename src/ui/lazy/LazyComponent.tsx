import { createElement, useEffect, useRef, type ComponentType, type ReactNode } from 'react'
import { loadedModule, loadModule } from '#lib/api/load-module.ts'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'

interface LazyComponentProps<Props extends object> {
  /** The dynamic import of the component; the same function at every render. */
  load: () => Promise<ComponentType<Props>>
  /** Shown while it loads. */
  text: string
  props: Props
  /** Replaces the error notice when it could not be loaded. */
  failed?: (tryAgain: () => void) => ReactNode
}

/**
 * Loads a component when it is first shown. If that fails, the rest of the page stays usable, and it is loaded again once
 * there is a connection.
 */
export function LazyComponent<Props extends object>({
  load,
  text,
  props,
  failed,
}: LazyComponentProps<Props>) {
  const wasOnline = useRef(true)
  const asked = useQuery('part', async () => {
    const answer = await loadModule(load)
    wasOnline.current = navigator.onLine
    return answer
  })
  const hasFailed = asked.state === 'failed'
  const again = hasFailed ? asked.refetch : null

  useEffect(() => {
    if (!again) return
    // The connection may be back before it can be listened for.
    if (!wasOnline.current && navigator.onLine) return again()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [again])

  const Part = loadedModule(load)
  if (Part) return createElement(Part, props)
  if (!hasFailed) return <Loading text={text} />
  // `loadModule` has already retried. With a connection the file may belong to an older build: only a reload helps.
  const tryAgain = () => (navigator.onLine ? location.reload() : asked.refetch())
  if (failed) return failed(tryAgain)
  return (
    <Notice kind="error" tryAgain={tryAgain}>
      {asked.message}
    </Notice>
  )
}
