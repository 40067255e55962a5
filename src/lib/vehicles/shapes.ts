import { z } from '#lib/shared/zod.ts'
import { OpenRecall } from './recall-shapes.ts'

const described = z.object({ description: z.string() })

/** A customer's car. Days are `yyyy-mm-dd`. */
export const Vehicle = z.object({
  registration: z.string(),
  vin: z.nullable(z.string()),
  make: described,
  model: described,
  year: z.int(),
  isElectric: z.nullable(z.boolean()),
  /** Since when it is theirs; `null` where that is not known. */
  since: z.nullable(z.string()),
  /** The last day of its Warrant of Fitness; `null` where the register does not say, or may not be asked. */
  wofExpiry: z.nullable(z.string()),
  /** The last day of its licence (“rego”); `null` likewise. */
  licenceExpiry: z.nullable(z.string()),
  /** `null` for a car that was not bought here. */
  warranty: z.nullable(z.object({ until: z.string(), km: z.int() })),
  /** The next service by its schedule; `null` for a car that was not bought here. */
  nextService: z.nullable(z.object({ day: z.string(), isFirst: z.boolean() })),
  /** A service that is booked for it. */
  booking: z.nullable(z.object({ bookingId: z.string(), startsAt: z.string() })),
  openRecalls: z.array(OpenRecall),
  /** The purchase it was bought in. */
  purchaseJourneyId: z.nullable(z.string()),
})
export type Vehicle = z.infer<typeof Vehicle>
