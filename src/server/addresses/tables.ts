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
  /** JSON of a RegisterVehicle; null for one that the register does not know. */
  vehicle: string | null
  answered_at: string
}

/**
 * An import of addresses. Its roads have ids from `import_id` times a million on, so that what an import
 * has written is seen by nobody until it becomes the active one.
 */
export interface AddressImportTable {
  import_id: Generated<number>
  source: string
  /** 1 or null: unique, so that there is one at a time. */
  is_running: number | null
  /** 1 or null: unique, the one that is searched. */
  is_active: number | null
  addresses: number
  roads: number
  started_at: string
  /** A running import that has not been touched for long has died. */
  touched_at: string
  finished_at: string | null
}

export interface AddressRoadTable {
  /** Place by size: the road with most addresses first. */
  place: number
  road_id: number
  name: string
  suburb: string
  city: string
  /** Of name, suburb and city: folded, one space between. */
  words: string
}

export interface AddressPointTable {
  road_id: number
  /** The street number itself: 12 of `2/12A`. */
  number: number
  address_id: number
  /** As it is written: `2/12A`. */
  number_text: string
  postcode: string | null
}
