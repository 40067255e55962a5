import { z } from '#lib/shared/zod.ts'

/** A recall that is still open for a car. Its repair costs nothing. */
export const OpenRecall = z.object({
  recallNumber: z.string(),
  title: z.string(),
  description: z.string(),
  remedy: z.string(),
  /** `COMPULSORY`, `SAFETY`, or another word of a brand’s own API. */
  severity: z.string(),
})
export type OpenRecall = z.infer<typeof OpenRecall>

/** A recall repair that is booked with a service. */
export const BookedRecall = z.object({ recallNumber: z.string(), title: z.string() })
export type BookedRecall = z.infer<typeof BookedRecall>
