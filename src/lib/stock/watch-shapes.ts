import { z } from '#lib/shared/zod.ts'
import { StockLevel } from '#lib/codes.ts'

/** A car whose price and stock changes are emailed to an address. */
export const Watch = z.object({
  /** The car in words. */
  car: z.string(),
  /** The drive-away price and the stock in the last email. */
  priceCents: z.int(),
  stockLevel: StockLevel,
  /** Nothing is sent before it is. */
  isConfirmed: z.boolean(),
  /** It ends by itself then. */
  ends: z.string(),
})
export type Watch = z.infer<typeof Watch>
