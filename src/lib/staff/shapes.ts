import { WORK_KINDS } from './staff-lists.ts'
import { z } from '#lib/shared/zod.ts'
import { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { Dispute, Payment, PurchaseRecord, Refund } from '#lib/payments/shapes.ts'
import { People } from '#lib/people/shapes.ts'
import { OpenRecall } from '#lib/vehicles/recall-shapes.ts'

export const WorkKind = z.enum(WORK_KINDS)

/** A line of the work list. */
export const WorkItem = z.object({
  kind: WorkKind,
  /** Of the trade-in, the purchase, the payment or the refund; unique in its kind. */
  id: z.string(),
  /** Since when it waits. */
  since: z.string(),
  purchaseJourneyId: z.string(),
  /** Of the purchase. */
  reference: z.string(),
  customer: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    mobilePhone: z.nullable(z.string()),
  }),
  vehicle: z.object({ variantName: z.string(), colourName: z.string() }),
  /** The amount to be paid, matched or refunded. */
  amountCents: z.nullable(z.int()),
  /** The car that is traded in, the problem with a payment, or the time of a hand-over. */
  detail: z.nullable(z.string()),
  /** For a payment under review: when the customer was promised an answer. */
  review: z.nullable(z.object({ answerBy: z.string(), isOverdue: z.boolean() })),
})
export type WorkItem = z.infer<typeof WorkItem>

/** An internal note of staff about a purchase. */
export const PurchaseNote = z.object({
  noteId: z.string(),
  at: z.string(),
  by: z.string(),
  text: z.string(),
})
export type PurchaseNote = z.infer<typeof PurchaseNote>

/** A purchase as staff see it, with everything that decides their actions. */
export const StaffPurchase = z.object({
  journey: PurchaseJourney,
  delivery: PurchaseRecord.shape.delivery,
  handOver: PurchaseRecord.shape.handOver,
  outletName: z.nullable(z.string()),
  /** Where its car was in stock. */
  carOutletName: z.nullable(z.string()),
  isCarHeld: z.boolean(),
  /** The plate of the car that was handed over; `null` until then. */
  registration: z.nullable(z.string()),
  /** The amounts still due from the customer and from the lender. */
  outstanding: z.object({ depositCents: z.int(), balanceCents: z.int(), lenderCents: z.int() }),
  payments: z.array(Payment),
  refunds: z.array(Refund),
  disputes: z.array(Dispute),
  /** Referred for manual review: the application can be read. */
  isReferred: z.boolean(),
  /** A person decided on finance, and can still correct it. */
  canCorrectDecision: z.boolean(),
  /** Open recalls of the cars that are traded in, by the id of the trade-in. */
  tradeInRecalls: z.record(z.string(), z.array(OpenRecall)),
  /** Other purchases that count the same old car, by the id of the trade-in: only those that have any. */
  tradedInElsewhere: z.record(
    z.string(),
    z.array(z.object({ reference: z.string(), isHandedIn: z.boolean() })),
  ),
  /** Its changes of status, agreements, receipts and payment reviews, in order. */
  events: z.array(
    z.object({
      at: z.string(),
      by: z.string(),
      event: z.string(),
      /** Of a receipt, its amount and reference; of a review or a dispute, its amount and why it began, or how it was settled. */
      detail: z.optional(z.string()),
    }),
  ),
  /** In order. */
  notes: z.array(PurchaseNote),
  /** The people whom the buyer has invited, and what they said. */
  people: People,
})
export type StaffPurchase = z.infer<typeof StaffPurchase>
