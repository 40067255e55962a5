import type { recordDelivery as recordCall } from '#lib/purchases/delivery-calls.ts'
import type { PurchaseRecord } from '#lib/payments/shapes.ts'
import { aucklandDay, laterOf } from '#lib/shared/dates.ts'
import { isOnwards, isTooLate, type Days } from '#lib/catalogue/delivery.ts'
import type { z } from '#lib/shared/zod.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import type { Trx } from '#server/database.ts'
import { findHeldCar, insertEstimate, insertDeliveryEvent } from './queries.ts'
import { findHandOvers } from './hand-over-queries.ts'
import { requireMatch } from '#server/journeys/match.ts'
import { updateJourney } from '#server/journeys/queries.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, fieldError, invalid } from '#server/platform/http/api-problem.ts'
import { dropHandOver } from './hand-over.ts'
import { lockVisibleJourney } from '#server/journeys/access.ts'
import { deliveryUpdatedMail } from './mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { deliveryOf } from './purchase-delivery.ts'
import { viewRecord } from '#server/purchases/record.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'

type News = z.output<typeof recordCall.body>

function requireDays({ now }: Deps, { from, to }: Days): void {
  const faults = [
    ...(to < from ? [fieldError('estimate.to', 'is before the first day')] : []),
    ...(to < aucklandDay(now()) ? [fieldError('estimate.to', 'has already passed')] : []),
  ]
  if (faults.length > 0) throw invalid(faults)
}

/**
 * Records the stage that a delivery has reached, or when the car should be ready, and mails the customer. Idempotent.
 *
 * @param ifMatch The header of that name: versions that it is based on.
 * @throws {ApiProblem} 400 for days that make no sense, 404, 409 backwards, or for a purchase that has no car on its
 *   way, 412 when the purchase has changed.
 */
export const recordDelivery = async (
  deps: Deps,
  actor: Actor,
  id: string,
  { deliveryStatus, estimate, note }: News,
  ifMatch?: string,
): Promise<PurchaseRecord> => {
  if (estimate) requireDays(deps, estimate)
  return transact(deps, async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    const held = await findHeldCar(trx, id)
    if (!['CONFIRMED', 'AGREEMENT'].includes(journey.status) || !held)
      throw conflict('This purchase has no car on its way.')
    const { delivery } = await deliveryOf(trx, journey)
    const stage = deliveryStatus === journey.delivery_status ? undefined : deliveryStatus
    if (stage && !isOnwards(journey.delivery_status, stage))
      throw conflict('This delivery is already past that stage.')
    if (estimate && (stage ?? journey.delivery_status) === 'AVAIL4PKUP')
      throw conflict('This car is ready, so there’s nothing to estimate.')
    const { estimate: before, estimates } = delivery
    const isSame = estimate?.from === before?.from && estimate?.to === before?.to
    const moved = estimate && !isSame ? estimate : undefined
    if (!stage && !moved) return viewRecord(deps, trx, journey)
    await requireMatch(deps, trx, journey, ifMatch)

    const at = deps.now().toISOString()
    const by = { actor: actorName(actor), at }
    const changed = await updateJourney(trx, journey, {
      ...(stage && { delivery_status: stage }),
      last_activity_at: at,
    })
    if (stage) await insertDeliveryEvent(trx, changed, by)
    if (moved)
      await noteEstimate(
        trx,
        id,
        { delivery, since: laterOf(held.heldAt, journey.confirmed_at!) },
        {
          ...moved,
          note: note ?? null,
          ...by,
        },
      )
    const [booked] = await findHandOvers(trx, [id])
    if (moved && booked && aucklandDay(booked.starts_at) < moved.from)
      await dropHandOver(deps, trx, changed, 'car-later')
    await enqueueWebhook(trx, {
      type: 'delivery.changed',
      at,
      purchaseJourneyId: id,
      status: changed.delivery_status ?? undefined,
    })
    await enqueueMail(
      deps,
      trx,
      deliveryUpdatedMail(deps, {
        ...(await findPurchaseMail(deps, trx, journey)),
        deliveryStatus: stage,
        ...(booked && { handOverAt: booked.starts_at }),
        isAgreed: changed.status === 'AGREEMENT',
        estimate: moved && {
          ...moved,
          note,
          before,
          isTooLate: isTooLate([
            ...(estimates.length > 0 ? estimates : before ? [before] : []),
            moved,
          ]),
        },
      }),
    )
    return viewRecord(deps, trx, changed)
  })
}

/** Stores new days for a delivery. The first time, the calculated days are stored before them, to keep the history. */
async function noteEstimate(
  trx: Trx,
  purchase_journey_id: string,
  {
    delivery: { estimate, estimates },
    since,
  }: { delivery: PurchaseRecord['delivery']; since: string },
  { from, to, ...said }: Days & { note: string | null; actor: string; at: string },
): Promise<void> {
  if (estimate && estimates.length === 0)
    await insertEstimate(trx, {
      purchase_journey_id,
      from_day: estimate.from,
      to_day: estimate.to,
      note: null,
      actor: 'system',
      at: since,
    })
  await insertEstimate(trx, { purchase_journey_id, from_day: from, to_day: to, ...said })
}
