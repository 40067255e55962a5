import { SIGNED_OUT } from '#stores/session-shape.ts'
import { $session, impersonate } from '#stores/session.ts'
import { paths } from '#stores/site.ts'
import { useIslandStore } from '#stores/use-island-store.ts'

/** Tells staff, on every page and where it cannot be missed, whose account they are in. */
export function ActingNotice() {
  const { impersonating } = useIslandStore($session, SIGNED_OUT)
  if (!impersonating) return null
  const { firstName, lastName } = impersonating.name
  return (
    <div className="banner banner--acting" role="status">
      Acting for {[firstName, lastName].filter(Boolean).join(' ')}.{' '}
      <a href={paths.staffSearch} onClick={() => impersonate(null)}>
        Stop acting
      </a>
    </div>
  )
}
