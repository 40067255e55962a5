import { z } from '#lib/shared/zod.ts'

/** An offer that comes with a purchase. */
export const PurchaseOffer = z.object({
  slug: z.string(),
  heading: z.string(),
  summary: z.string(),
  terms: z.array(z.string()),
  /** Accessories at no charge, other than those the car already comes with. */
  accessories: z.array(z.object({ code: z.string(), name: z.string() })),
})
export type PurchaseOffer = z.infer<typeof PurchaseOffer>
