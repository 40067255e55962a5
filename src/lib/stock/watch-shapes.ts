import { z } from '#lib/shared/zod.ts'
import { StockLevel } from '#lib/codes.ts'

/** A car whose price and stock changes are emailed to an address. */
export const Watch = z.object({
  /** The car in words. */
  car: z.string(),
  /** The drive-away price and the stock in the last email. */
  priceCents: z.int(),
  stockLevel: StockLevel,
  /** No email is sent before the address is confirmed. */
  isConfirmed: z.boolean(),
  /** When it ends. */
  ends: z.string(),
})
export type Watch = z.infer<typeof Watch>
