import type { Generated } from 'kysely'

/**
 * An import of addresses. Its roads have ids from `import_id` times a million on, so that what an import
 * has written is not searched until it becomes the active one.
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
