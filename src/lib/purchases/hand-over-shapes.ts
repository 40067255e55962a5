import { z } from '#lib/shared/zod.ts'
import { Dealer } from '#lib/catalogue/shapes.ts'

/** Where and when a car is handed over. */
export const HandOver = z.object({
  outlet: z.object({
    outletCode: z.string(),
    name: z.string(),
    phone: z.string(),
    address: Dealer.shape.address,
  }),
  /** `null` while no time is chosen. */
  appointment: z.nullable(
    z.object({
      startsAt: z.string(),
      endsAt: z.string(),
      /** Counts its changes, for calendars. */
      sequence: z.int(),
      /** Until then it can be changed or cancelled online. */
      changeUntil: z.string(),
    }),
  ),
})
export type HandOver = z.infer<typeof HandOver>

/** The car that is allocated to a purchase. */
export const PurchaseCar = z.object({
  stockNumber: z.string(),
  vin: z.string(),
  /** Where it was in stock; `null` for one that was built to order. */
  outletCode: z.nullable(z.string()),
})
export type PurchaseCar = z.infer<typeof PurchaseCar>
