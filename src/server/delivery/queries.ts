import type { Insertable } from 'kysely'
import type { DeliveryStatus } from '#lib/codes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import type { HeldCar } from '#lib/catalogue/delivery.ts'
import type { Db } from '#server/database.ts'
import type { DeliveryEstimateTable } from './tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'

/** Stores the stage that a delivery has reached; nothing before the first. */
export const insertDeliveryEvent = async (
  trx: Db,
  { purchase_journey_id, delivery_status }: PurchaseJourneyRow,
  { actor, at }: { actor: string; at: string },
): Promise<void> => {
  if (delivery_status !== null)
    await trx
      .insertInto('delivery_event')
      .values({ purchase_journey_id, delivery_status, actor, at })
      .execute()
}

/** The stages a journey's delivery has been through, in order. */
export const listDelivery = (
  db: Db,
  purchaseJourneyId: string,
): Promise<{ status: DeliveryStatus; at: string }[]> =>
  db
    .selectFrom('delivery_event')
    .select(['delivery_status as status', 'at'])
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .orderBy('at')
    .orderBy('id')
    .execute()

/** Repeats what has been recorded of a delivery, and told its customer, for the journey that takes its car over. */
export async function copyDelivery(trx: Db, from: string, to: string): Promise<void> {
  for (const table of ['delivery_event', 'delivery_estimate'] as const)
    for (const { id: _own, ...row } of await trx
      .selectFrom(table)
      .selectAll()
      .where('purchase_journey_id', '=', from)
      .orderBy('id')
      .execute())
      await trx
        .insertInto(table)
        .values({ ...row, purchase_journey_id: to })
        .execute()
}

/** The car or build slot that is held for a journey, as it was when it was held, or `null`. */
export async function findHeldCar(
  db: Db,
  purchaseJourneyId: string,
): Promise<{ car: HeldCar; heldAt: string } | null> {
  const held = await db
    .selectFrom('allocation')
    .select(['month', 'eta_weeks', 'created_at'])
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .executeTakeFirst()
  if (!held) return null
  const { month, eta_weeks, created_at: heldAt } = held
  const car: HeldCar =
    month === null
      ? { kind: 'STOCK', etaWeeks: eta_weeks ?? 0, since: aucklandDay(heldAt) }
      : { kind: 'BUILD', month }
  return { car, heldAt }
}

/** The days that a car should be ready, as staff set them, in order. */
export const listEstimates = (db: Db, purchaseJourneyId: string) =>
  db
    .selectFrom('delivery_estimate')
    .select(['from_day as from', 'to_day as to', 'note', 'at'])
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .orderBy('id')
    .execute()

export const insertEstimate = async (
  trx: Db,
  estimate: Insertable<DeliveryEstimateTable>,
): Promise<void> => {
  await trx.insertInto('delivery_estimate').values(estimate).execute()
}

/** Erases the notes to a customer beside those days. */
export const eraseEstimateNotes = async (trx: Db, customerId: number): Promise<void> => {
  await trx
    .updateTable('delivery_estimate')
    .set({ note: null })
    .where('purchase_journey_id', 'in', (eb) =>
      eb
        .selectFrom('purchase_journey')
        .select('purchase_journey_id')
        .where('customer_id', '=', customerId),
    )
    .execute()
}
