import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $session } from '#stores/session/session.ts'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'

const loadActing = async () => (await import('./Acting.tsx')).Acting

/** Shows staff on every page which customer they act for, and that acting has ended. Others never load it. */
export function ActingNotice() {
  const { actingFor, hasActingEnded } = useIslandStore($session, SIGNED_OUT)
  if (!actingFor && !hasActingEnded) return null
  return <LazyComponent load={loadActing} text="Acting for a customer" props={{}} />
}
