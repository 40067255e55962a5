import { z } from '#lib/shared/zod.ts'

/** An offer that a purchase has beside its price. */
export const PurchaseOffer = z.object({
  slug: z.string(),
  heading: z.string(),
  summary: z.string(),
  terms: z.array(z.string()),
  /** What it adds to the car at no charge: not what the car comes with by itself. */
  accessories: z.array(z.object({ code: z.string(), name: z.string() })),
})
export type PurchaseOffer = z.infer<typeof PurchaseOffer>
