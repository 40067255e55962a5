import type { StockLevel } from '#lib/codes.ts'
import type { WatchRow } from './tables.ts'

/** An address gets one email a day about a car at most. A change that comes sooner waits until then. */
const QUIET_MS = 24 * 60 * 60_000

/** The price and stock of a watched car today. */
export interface CarToday {
  priceCents: number
  stockLevel: StockLevel
}

/** The next step for a watch. */
export type WatchOutcome =
  /** It was not confirmed in time. */
  | 'forget'
  /** The configuration cannot be bought any more. */
  | 'gone'
  /** Its twelve months are over. */
  | 'over'
  /** Another price, or a car that has come into stock. */
  | 'notify'
  /** The last car is sold: no email now, but one when the next car comes. */
  | 'note stock'
  | 'nothing'

type Known = Pick<WatchRow, 'confirmed_at' | 'ends_at' | 'told_at' | 'price_cents' | 'stock_level'>

/**
 * Decides the next step for a watch that is due.
 *
 * @param today `null` when the configuration has no price any more.
 */
export function watchOutcome(watch: Known, today: CarToday | null, now: Date): WatchOutcome {
  if (watch.confirmed_at === null) return 'forget'
  if (!today) return 'gone'
  if (watch.ends_at <= now.toISOString()) return 'over'
  const isStockNew = watch.stock_level !== today.stockLevel
  const isNews =
    watch.price_cents !== today.priceCents || (isStockNew && today.stockLevel === 'In stock')
  const isQuiet = watch.told_at !== null && now.getTime() - Date.parse(watch.told_at) < QUIET_MS
  if (isNews && !isQuiet) return 'notify'
  return isStockNew && today.stockLevel !== 'In stock' ? 'note stock' : 'nothing'
}
