import type { Selectable } from 'kysely'

/** Cars in stock, counted by option, colour and outlet. */
export interface StockTable {
  stock_id: string
  kdcd: string
  colour_code: string
  outlet_code: string | null
  quantity: number
  eta_weeks: number | null
}

/** A car by its numbers: of a line of the stock, or one that came for a purchase from the factory. */
export interface StockCarTable {
  stock_number: string
  vin: string
  /** `null` for one that was built to order. */
  stock_id: string | null
  /** The purchase that has it, also after the hand-over. */
  purchase_journey_id: string | null
}

/** How many cars of a model have been promised from a month's production. */
export interface BuildSlotTable {
  model_code: string
  /** `yyyy-mm` */
  month: string
  promised: number
}

/** The car or build slot held for a confirmed journey. */
export interface AllocationTable {
  purchase_journey_id: string
  /** STOCK or BUILD. */
  kind: string
  stock_id: string | null
  model_code: string | null
  month: string | null
  /** In how many weeks of `created_at` a car of the stock is here. */
  eta_weeks: number | null
  created_at: string
}

/** A car whose price and stock an address wants to hear of. */
export interface WatchTable {
  watch_id: string
  /** Of the key that its messages carry. */
  key_hash: string
  email: string
  /** Lower case; with the configuration unique. */
  email_key: string
  /** JSON of a WatchedConfiguration, every choice named. */
  configuration: string
  /** What the car was called when it was last in the catalogue. */
  car: string
  /** As its reader last saw them, on the page or in an email. */
  price_cents: number
  stock_level: string
  created_at: string
  /** `null` until the address is proven. */
  confirmed_at: string | null
  told_at: string | null
  ends_at: string
  /** When a process looks at it next; taking one moves this on. */
  next_check_at: string
}
export type WatchRow = Selectable<WatchTable>
