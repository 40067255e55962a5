import { z } from '#lib/zod.ts'

/** What waits for our people, each a list of its own. */
export const WORK_KINDS = [
  'appraisals',
  'referrals',
  'unpaid',
  'no-car',
  'agreements',
  'hand-overs',
  'transfers',
  'refunds',
] as const
export const WorkKind = z.enum(WORK_KINDS)
export type WorkKind = z.infer<typeof WorkKind>

/** A line of the work list. */
export const WorkItem = z.object({
  kind: WorkKind,
  /** Of the trade-in, the purchase, the payment or the refund; unique in its kind. */
  id: z.string(),
  /** Since when it waits. */
  since: z.string(),
  purchaseJourneyId: z.string(),
  customer: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    mobilePhone: z.nullable(z.string()),
  }),
  vehicle: z.object({ variantName: z.string(), colourName: z.string() }),
  /** What is to be paid, matched or sent back. */
  amountCents: z.nullable(z.int()),
  /** The car that is traded in, or what is the matter with a payment. */
  detail: z.nullable(z.string()),
})
export type WorkItem = z.infer<typeof WorkItem>
