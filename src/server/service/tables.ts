import type { Generated, Insertable, Selectable, Updateable } from 'kysely'

/** A time reserved for a booking in progress: its units are in `service_slot` while it is held. */
export interface ServiceHoldTable {
  hold_id: string
  outlet_code: string
  service_code: string
  starts_at: string
  /** HMAC of the visitor's address. */
  network: string
  /** The same of its site: the network, or all networks of an IPv6 connection. */
  site: string
  /** The customer who holds it; `null` for visitors and staff. */
  customer_id: number | null
  created_at: string
  held_until: string
}
export type ServiceHoldRow = Selectable<ServiceHoldTable>

/** Half an hour of a bay that is taken; its primary key decides races. */
export interface ServiceSlotTable {
  outlet_code: string
  starts_at: string
  bay: number
  /** A booking's id, or a hold's. */
  owner_id: string
  /** `null` for a booking that is confirmed. */
  held_until: string | null
}

export interface ServiceBookingTable {
  booking_id: string
  /** What it was made from: unique, so that a repeated request makes no second one. */
  hold_id: string
  customer_id: number | null
  registration: string
  outlet_code: string
  service_code: string
  /** As they were when it was booked: what was promised. */
  service_name: string
  price_cents: number
  ev_price_cents: number
  /** 1 for a car without an engine, 0 for one with; `null` where it is unknown. */
  is_electric: number | null
  starts_at: string
  ends_at: string
  /** JSON of contact and note, encrypted. */
  details: string
  /** JSON of the recall repairs that are booked with it, each by number and title. */
  recalls: Generated<string>
  status: 'BOOKED' | 'CANCELLED'
  /** Until then the link in the email has to be opened; `null` for a booking that is confirmed. */
  confirm_by: Generated<string | null>
  /** 0: the contact's address is not proven, so no message to it repeats typed text. */
  is_address_proven: Generated<number>
  version: number
  created_at: string
  updated_at: string
}
export type ServiceBookingRow = Selectable<ServiceBookingTable>
export type NewServiceBookingRow = Insertable<ServiceBookingTable>
export type ServiceBookingPatch = Updateable<ServiceBookingTable>
