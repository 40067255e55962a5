import type { Selectable } from 'kysely'
import type { PurchaseLinkKind } from '#lib/orders/link-shapes.ts'

/** A link to a purchase for whoever has it; at most one of each kind. */
export interface PurchaseLinkTable {
  /** The SHA-256 of the key in the address. */
  key_hash: string
  /** The key is derived from it. */
  link_id: string
  purchase_journey_id: string
  kind: PurchaseLinkKind
  created_at: string
}
export type PurchaseLinkRow = Selectable<PurchaseLinkTable>
