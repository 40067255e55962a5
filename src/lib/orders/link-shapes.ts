import { DeliveryStatus } from '#lib/codes.ts'
import { z } from '#lib/shared/zod.ts'

export const PurchaseLinkKind = z.enum(['calendar', 'shared'])
export type PurchaseLinkKind = z.infer<typeof PurchaseLinkKind>

/** The keys of the links there are. */
export const PurchaseLinks = z.object({
  calendar: z.nullable(z.string()),
  shared: z.nullable(z.string()),
})
export type PurchaseLinks = z.infer<typeof PurchaseLinks>

/** What anyone with the link sees: the car and where it is, and nothing about its buyer. */
export const SharedOrder = z.object({
  modelName: z.string(),
  variantName: z.string(),
  colourName: z.string(),
  colourCode: z.string(),
  kdcd: z.string(),
  stage: z.union([DeliveryStatus, z.enum(['IN_STOCK', 'HANDED_OVER'])]),
  /** In how many weeks it should be ready; `null` where that is not known, or past. */
  weeks: z.nullable(z.object({ from: z.int(), to: z.int() })),
})
export type SharedOrder = z.infer<typeof SharedOrder>
