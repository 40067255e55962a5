import type { DeliveryStatus, JourneyStatus } from '#lib/codes.ts'
import type { Generated, Insertable, Selectable, Updateable } from 'kysely'

export interface PurchaseJourneyTable {
  purchase_journey_id: string
  /** As `readReference` reads it. */
  reference: string
  customer_id: number
  original_quote_id: string
  current_quote_id: string
  status: JourneyStatus
  furthest_step: string
  /** OwnerDetails, encrypted. */
  owner_details: string | null
  owner_details_confirmed: number
  finance_applied: number
  /** Since when the lender is being asked; `null` where it is not. */
  finance_asked_at: Generated<string | null>
  /** The FinanceApplication so far, encrypted. */
  finance_application: string | null
  /** JSON of a CreditDecision. */
  credit_decision: string | null
  /** Since when the lender leaves the decision to a person; `null` where it does not. */
  referred_at: Generated<string | null>
  /** The staff or machine client that decided in the lender's place; `null` where none has. */
  decided_by: Generated<string | null>
  outlet_code: string | null
  confirmed_at: string | null
  accepted_total_cents: number | null
  terms_version: string | null
  signature_name: string | null
  /** Whose name that is: `customer:7`, or `staff:2` who confirmed on the customer's instruction. */
  signed_by: Generated<string | null>
  /** JSON of its PurchaseOffers as they were when it was confirmed; `null` until then. */
  promised_offers: Generated<string | null>
  delivery_status: DeliveryStatus | null
  /** The sale agreement that was issued last. */
  agreement_id: Generated<string | null>
  /** The reservation that this purchase took over, a journey's id; its fee counts towards the deposit. */
  credited_from: string | null
  /** The days to cancel it, or that a reservation holds its car, as its buyer confirmed. */
  promised_days: Generated<number | null>
  /** Until when its buyer may cancel it; `null` while it waits for a car, and for a reservation. */
  cancel_until: Generated<string | null>
  /** Until when the car of a reservation is held; `null` for other purchases. */
  reserved_until: Generated<string | null>
  /** Cents that the buyer was paid at the hand-over, because they had paid or traded in more than the price. */
  paid_out_cents: Generated<number | null>
  /** Until when its car is kept without the deposit; `null` where nothing runs out. */
  deposit_due_at: Generated<string | null>
  /** When its customer is reminded of that; `null` once it is done. */
  deposit_remind_at: Generated<string | null>
  /** When a payment that was begun, and came to nothing, left more time for the deposit. */
  deposit_extended_at: Generated<string | null>
  /** When its customer first said that the deposit comes by bank transfer, or part of it came so. */
  transfer_announced_at: Generated<string | null>
  created_at: string
  last_activity_at: string
  version: number
}
export type PurchaseJourneyRow = Selectable<PurchaseJourneyTable>
export type NewPurchaseJourneyRow = Insertable<PurchaseJourneyTable>
export type PurchaseJourneyPatch = Updateable<PurchaseJourneyTable>

/** A status change of a journey, one row each. */
export interface JourneyEventTable {
  id: Generated<number>
  purchase_journey_id: string
  event: string
  from_status: string
  to_status: string
  /** `customer:7`, `staff:2` or `system`. */
  actor: string
  at: string
  /** The id of the staff request that caused it, so that a repeated one is recognised; `null` for other events. */
  effect_id: string | null
}

/** A note of staff on a journey. */
export interface PurchaseNoteTable {
  note_id: string
  purchase_journey_id: string
  text: string
  /** `staff:2`. */
  actor: string
  at: string
}
