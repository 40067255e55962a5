import type { DeliveryStatus } from '#lib/codes.ts'
import type { Generated, Selectable } from 'kysely'

/** Where a car was and since when, one row a stage. */
export interface DeliveryEventTable {
  id: Generated<number>
  purchase_journey_id: string
  delivery_status: DeliveryStatus
  /** `customer:7`, `staff:2` or `system`. */
  actor: string
  at: string
}

/** The days that a car should be ready, one row each time staff set them. */
export interface DeliveryEstimateTable {
  id: Generated<number>
  purchase_journey_id: string
  /** `yyyy-mm-dd` */
  from_day: string
  to_day: string
  note: string | null
  /** `staff:2`; `system` for the calculated days before them. */
  actor: string
  at: string
}

/** A time of an outlet at which it hands a car over: the outlet and the time are the key, so that each is taken once. */
export interface HandOverTable {
  outlet_code: string
  starts_at: string
  purchase_journey_id: string
  /** Of its purchase when it was booked: it counts the changes. */
  sequence: number
  /** `customer:7`, `staff:2`. */
  booked_by: string
  booked_at: string
}
export type HandOverRow = Selectable<HandOverTable>
