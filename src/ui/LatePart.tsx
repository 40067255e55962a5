import type { ComponentType } from 'react'
import { fetchPart } from '#lib/api/part.ts'
import { Button } from './Button.tsx'
import { Loading } from './Loading.tsx'
import { Notice } from './Notice.tsx'
import { useAnswer } from './use-answer.ts'

interface LatePartProps<Props extends object> {
  /** The dynamic import of the component; the same function at every render. */
  load: () => Promise<ComponentType<Props>>
  /** What is said while it is on its way. */
  text: string
  props: Props
}

/** A component fetched when it is first shown. Without it the rest of the page stands, and it can be tried again. */
export function LatePart<Props extends object>({ load, text, props }: LatePartProps<Props>) {
  const asked = useAnswer('part', () => fetchPart(load))
  if (asked.state === 'loading') return <Loading text={text} />
  if (asked.state === 'ready') return <asked.value {...props} />
  return (
    <Notice kind="error">
      <p>{asked.message}</p>
      <p>
        <Button kind="quiet" isSmall onClick={asked.askAgain}>
          Try again
        </Button>
      </p>
    </Notice>
  )
}
