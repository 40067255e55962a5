import type { Selectable } from 'kysely'
import type { PurchaseLinkKind } from '#lib/orders/link-shapes.ts'

/** A link to a purchase, which works for anyone who has it; at most one of each kind. */
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

/** A fall of today's price below that of a held purchase, one row each. */
export interface PriceCreditTable {
  credit_id: string
  purchase_journey_id: string
  /** The price of that day. */
  price_cents: number
  /** By how much it was below the lowest before. */
  amount_cents: number
  /** `credit`: a line of the price; `staff`: to be agreed on with the lender; `later`: a credit after a payment. */
  outcome: 'credit' | 'staff' | 'later'
  created_at: string
}
