import type { TradeStatus } from '#lib/codes.ts'
import type { Generated, Selectable } from 'kysely'

export interface TradeVehicleTable {
  trade_vehicle_id: string
  purchase_journey_id: string
  position: number
  registration: string
  vin: string | null
  make: string
  model: string
  year: number
  odometer_km: number
  condition: string | null
  owing_cents: number
  status: TradeStatus
  guide_low_cents: number | null
  guide_high_cents: number | null
  offer_cents: number | null
  offer_expires_at: string | null
  /** Who made the offer; `null` without one. */
  offered_by: 'RULES' | 'STAFF' | null
  /** When the customer asked for an offer. */
  appraisal_requested_at: string | null
  confirmed_date: string | null
  /** JSON of the ids of its photos, in their order. */
  photos: Generated<string>
}
export type TradeVehicleRow = Selectable<TradeVehicleTable>
