import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $session } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Notice } from '#ui/Notice.tsx'

/** Warns staff who act for one customer that the open purchase belongs to another. */
export function ActingElsewhere({ journey }: { journey: PurchaseJourney }) {
  const { actingFor } = useIslandStore($session, SIGNED_OUT)
  const { id, name } = journey.customer
  if (!actingFor || journey.id === NEW_JOURNEY_ID || actingFor.id === id) return null
  return (
    <Notice kind="warning" title={`This purchase is ${nameOf(name)}’s`}>
      You’re acting for {nameOf(actingFor.name)}.
    </Notice>
  )
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName?: string }) =>
  [firstName, lastName].filter(Boolean).join(' ')
