import { $saveState } from '#stores/journey/journey-updates.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Notice } from '#ui/Notice.tsx'

/** Says so while a change has not reached the server. */
export function SaveNotice() {
  const state = useIslandStore($saveState, 'saved')
  return (
    <div role="status">
      {state === 'unsent' && (
        <Notice kind="warning" title="Not saved yet">
          Your last change has not reached us. It is kept in this browser, and we keep trying.
        </Notice>
      )}
    </div>
  )
}
