import type { Generated, Selectable } from 'kysely'

export interface RecallTable {
  recall_number: string
  title: string
  description: string
  remedy: string
  /** COMPULSORY or SAFETY. */
  severity: string
  /** `yyyy-mm-dd` */
  published: string
  /** Who published it. */
  source: string
  updated_at: string
}
export type RecallRow = Selectable<RecallTable>

/** A vehicle that a recall concerns. */
export interface RecallVehicleTable {
  recall_number: string
  vin: string
  registration: string | null
  model: string
  year: number
  status: 'OUTSTANDING' | 'COMPLETED'
}
export type RecallVehicleRow = Selectable<RecallVehicleTable>

/** That the owner of a vehicle was sent an email about a recall. */
export interface RecallNoticeTable {
  customer_id: number
  recall_number: string
  registration: string
  notified_at: string
}

/** What a vehicle register answered, kept for a day. */
export interface RegisterAnswerTable {
  provider: string
  /** A registration or a VIN. */
  asked: string
  /** JSON of a RegisterVehicle or a Guide; null for a car that the provider does not know. */
  answer: string | null
  answered_at: string
}

/** A car of a customer's: on record, bought here, or added by the customer. Days are `yyyy-mm-dd`. */
export interface OwnershipTable {
  id: Generated<number>
  customer_id: number
  registration: string
  vin: string | null
  make: string
  model: string
  year: number
  /** The purchase that it was handed over with; `null` for a car that was not bought here. */
  purchase_journey_id: Generated<string | null>
  /** The day of the hand-over, or the day that the customer added it. */
  since_day: Generated<string | null>
  /** The day that it was traded in or removed; `null` while it is the customer's. */
  ended_day: Generated<string | null>
  /** When the customer added it by its plate. */
  added_at: Generated<string | null>
  warranty_until: Generated<string | null>
  warranty_km: Generated<number | null>
  first_service_day: Generated<string | null>
  first_service_km: Generated<number | null>
}
export type OwnershipRow = Selectable<OwnershipTable>
