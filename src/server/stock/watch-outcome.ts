import type { StockLevel } from '#lib/sign-in/code-shapes.ts'
import type { WatchRow } from './tables.ts'

/** An address hears of one car once a day at most: a change that comes sooner is told then, if it is still one. */
const QUIET_MS = 24 * 60 * 60_000

/** How a watched car stands today. */
export interface CarToday {
  priceCents: number
  stockLevel: StockLevel
}

/** What is to be done about a watch. */
export type WatchOutcome =
  /** Nobody confirmed it in time. */
  | 'forget'
  /** The configuration cannot be bought any more. */
  | 'gone'
  /** Its twelve months are over. */
  | 'over'
  /** Another price, or a car that has come into stock. */
  | 'tell'
  /** The last car is sold: nothing to tell, but the next one will be. */
  | 'note stock'
  | 'nothing'

type Known = Pick<WatchRow, 'confirmed_at' | 'ends_at' | 'told_at' | 'price_cents' | 'stock_level'>

/**
 * Judges a watch that is due.
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
  if (isNews && !isQuiet) return 'tell'
  return isStockNew && today.stockLevel !== 'In stock' ? 'note stock' : 'nothing'
}
