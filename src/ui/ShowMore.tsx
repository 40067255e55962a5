import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import type { Pages } from './hooks/use-pages.ts'

/** Loads the next page of a list, and says when it was the last. */
export function ShowMore<T>({
  pages: { hasMore, isLoading, failure, loadMore },
}: {
  pages: Pages<T>
}) {
  const [isAsked, setIsAsked] = useState(false)
  const isEnd = isAsked && !hasMore
  const end = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    // Removing the button loses the focus.
    if (isEnd && document.activeElement === document.body) end.current?.focus()
  }, [isEnd])
  return (
    <>
      {failure && <Notice kind="error">{failure}</Notice>}
      {hasMore && (
        <div>
          <Button
            kind="quiet"
            isSmall
            isBusy={isLoading}
            onClick={() => {
              setIsAsked(true)
              loadMore()
            }}
          >
            Show more
          </Button>
        </div>
      )}
      {isEnd && (
        <p className="small quiet" ref={end} tabIndex={-1}>
          That’s all of them.
        </p>
      )}
    </>
  )
}
