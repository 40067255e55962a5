import type { PurchaseLinkKind } from '#lib/orders/link-shapes.ts'
import type { Db } from '#server/database.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { PurchaseLinkRow } from './tables.ts'

export const listLinks = (db: Db, purchaseJourneyId: string): Promise<PurchaseLinkRow[]> =>
  db
    .selectFrom('purchase_link')
    .selectAll()
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .execute()

/** Stores a link in the place of the one before it. */
export const putLink = async (db: Db, link: PurchaseLinkRow): Promise<void> => {
  const { key_hash, link_id, created_at } = link
  await db
    .insertInto('purchase_link')
    .values(link)
    .onConflict((conflict) =>
      conflict
        .columns(['purchase_journey_id', 'kind'])
        .doUpdateSet({ key_hash, link_id, created_at }),
    )
    .execute()
}

export const deleteLink = async (
  db: Db,
  purchaseJourneyId: string,
  kind: PurchaseLinkKind,
): Promise<void> => {
  await db
    .deleteFrom('purchase_link')
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .where('kind', '=', kind)
    .execute()
}

/** The purchase that a link leads to. */
export const findLinked = async (
  db: Db,
  kind: PurchaseLinkKind,
  keyHash: string,
): Promise<PurchaseJourneyRow | null> =>
  (await db
    .selectFrom('purchase_link')
    .innerJoin(
      'purchase_journey',
      'purchase_journey.purchase_journey_id',
      'purchase_link.purchase_journey_id',
    )
    .selectAll('purchase_journey')
    .where('key_hash', '=', keyHash)
    .where('kind', '=', kind)
    .executeTakeFirst()) ?? null
