import { nextStatus, type JourneyEvent } from '#lib/purchases/journey-status.ts'
import type { Trx } from '#server/database.ts'
import type { PurchaseJourneyPatch, PurchaseJourneyRow } from './tables.ts'
import { insertJourneyEvent, updateJourney } from './queries.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'

/**
 * Changes the status of a journey; nothing else does. Stores one event row and queues the webhooks.
 *
 * @param journey As the transaction has locked it.
 * @param actor `customer:7`, `staff:2` or `system`.
 * @param effectId Id of the request, which recognises a repeated one.
 * @param patch Columns that change with it.
 * @returns `null` where the event cannot happen to it; nothing is changed then.
 */
export async function transitionJourney(
  trx: Trx,
  journey: PurchaseJourneyRow,
  event: JourneyEvent,
  { actor, at, effectId = null }: { actor: string; at: string; effectId?: string | null },
  patch: PurchaseJourneyPatch = {},
): Promise<PurchaseJourneyRow | null> {
  const status = nextStatus(journey.status, event)
  if (status === null) return null
  await insertJourneyEvent(trx, {
    purchase_journey_id: journey.purchase_journey_id,
    event,
    from_status: journey.status,
    to_status: status,
    actor,
    at,
    effect_id: effectId,
  })
  const { purchase_journey_id: purchaseJourneyId } = journey
  if (status !== journey.status)
    await enqueueWebhook(trx, { type: 'purchase.status-changed', at, purchaseJourneyId, status })
  if (event === 'agreement-accepted')
    await enqueueWebhook(trx, { type: 'agreement.accepted', at, purchaseJourneyId, status })
  return updateJourney(trx, journey, { ...patch, status })
}
