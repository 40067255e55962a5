import {
  DIFFERENCE_KINDS,
  DIFFERENCE_PROBLEMS,
  DISPUTE_STATUSES,
  REFUND_REASONS,
  REFUND_STATUSES,
  REFUND_VIEWS,
} from './refund-states.ts'
import { z } from '#lib/shared/zod.ts'
import {
  DeliveryStatus,
  JourneyStatus,
  PaymentMethod,
  PaymentSource,
  PaymentStatus,
  PaymentType,
} from '#lib/codes.ts'
import { HandOver, PurchaseCar } from '#lib/purchases/hand-over-shapes.ts'
import { PurchaseOffer } from '#lib/catalogue/offer-shapes.ts'
import { Quote } from '#lib/quotes/shapes.ts'

export const PaymentCheck = z.object({
  paymentId: z.string(),
  purchaseJourneyId: z.string(),
  paymentType: PaymentType,
  statusCode: PaymentStatus,
  message: z.string(),
})
export type PaymentCheck = z.infer<typeof PaymentCheck>

/** The outcome of a review: the money counts, is refunded, or never came. */
export const ReviewOutcome = z.enum(['RECEIVED', 'SEND_BACK', 'NOTHING_CAME'])
export type ReviewOutcome = z.infer<typeof ReviewOutcome>

/** A payment as staff see it. */
export const Payment = z.object({
  paymentId: z.string(),
  purchaseJourneyId: z.string(),
  paymentType: PaymentType,
  method: z.nullable(PaymentMethod),
  source: PaymentSource,
  amountCents: z.int(),
  /** The amount received so far, for a payment in parts. */
  receivedCents: z.nullable(z.int()),
  status: PaymentStatus,
  reviewReason: z.nullable(z.string()),
  /** The provider's id of the payment, where it has one. */
  providerPayment: z.nullable(z.string()),
})
export type Payment = z.infer<typeof Payment>

/** A refund as staff see it. */
export const Refund = z.object({
  refundId: z.string(),
  paymentId: z.string(),
  purchaseJourneyId: z.string(),
  source: PaymentSource,
  amountCents: z.int(),
  reason: z.enum(REFUND_REASONS),
  status: z.enum(REFUND_STATUSES),
  /** Why the provider did not send it: staff repeat it, or send it another way. */
  failure: z.nullable(z.string()),
  /** Whether the provider can be asked again. */
  canRepeat: z.boolean(),
  created: z.string(),
})
export type Refund = z.infer<typeof Refund>

/** A disputed payment as staff see it. */
export const Dispute = z.object({
  /** The provider's name for it. */
  disputeId: z.string(),
  purchaseJourneyId: z.string(),
  paymentId: z.string(),
  amountCents: z.int(),
  status: z.enum(DISPUTE_STATUSES),
  /** The provider's reason. */
  reason: z.string(),
  /** Until when the provider takes evidence. */
  respondBy: z.nullable(z.string()),
  opened: z.string(),
  /** It waits for a person. */
  isWaiting: z.boolean(),
})
export type Dispute = z.infer<typeof Dispute>

/** A difference between our payment records and the provider's, as staff see it. */
export const MoneyDifference = z.object({
  differenceId: z.string(),
  /** The day it belongs to. */
  day: z.string(),
  kind: z.enum(DIFFERENCE_KINDS),
  /** The provider's name for it, or ours where the provider knows none. */
  reference: z.string(),
  problem: z.enum(DIFFERENCE_PROBLEMS),
  /** The value on each side; `null` where it is missing. */
  ours: z.nullable(z.string()),
  theirs: z.nullable(z.string()),
  purchaseJourneyId: z.nullable(z.string()),
  found: z.string(),
  explanation: z.nullable(z.string()),
})
export type MoneyDifference = z.infer<typeof MoneyDifference>

export const Reservation = z.object({
  purchaseJourneyId: z.string(),
  reference: z.string(),
  quote: Quote,
  status: JourneyStatus,
  heldUntil: z.string(),
  depositPaid: z.boolean(),
})
export type Reservation = z.infer<typeof Reservation>

export const PurchaseRecord = z.object({
  /** Whom the buyer asks while the car is to come: the dealer, or the brand where none is chosen. */
  askAt: z.optional(
    z.object({
      name: z.string(),
      phone: z.string(),
      region: z.string(),
      hours: z.record(z.string(), z.nullable(z.string())),
      adviser: z.optional(z.object({ name: z.string(), phone: z.optional(z.string()) })),
    }),
  ),
  /** Once one is allocated whose numbers are known. */
  car: z.optional(PurchaseCar),
  delivery: z.object({
    status: z.nullable(DeliveryStatus),
    /** The stages it has been through and when, in order. */
    history: z.array(z.object({ status: DeliveryStatus, at: z.string() })),
    /** Between which days the car should be ready (`yyyy-mm-dd`); `null` where none is held, or it is ready. */
    estimate: z.nullable(z.object({ from: z.string(), to: z.string() })),
    /** Estimates by staff, in order; the last one counts. Empty: the estimate is calculated. */
    estimates: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        at: z.string(),
        /** Why it moved. */
        note: z.nullable(z.string()),
      }),
    ),
  }),
  /** Payments in order; refunds have their own list. */
  payments: z.array(
    z.object({
      paymentId: z.string(),
      paymentType: PaymentType,
      source: PaymentSource,
      amountCents: z.int(),
      status: PaymentStatus,
      /** The customer’s bank is deciding whether it takes the money back. */
      isDisputed: z.optional(z.boolean()),
      at: z.string(),
    }),
  ),
  refunds: z.array(z.object({ amountCents: z.int(), state: z.enum(REFUND_VIEWS), at: z.string() })),
  /** Offers that come with the car. */
  offers: z.optional(z.array(PurchaseOffer)),
  /** A copy of the signed finance application can be downloaded. */
  hasFinanceDocument: z.boolean(),
  /** Where and when the car is handed over; `null` where that is not agreed online now. */
  handOver: z.nullable(HandOver),
  /** When it was agreed on and handed over; left out until an agreement is issued or accepted. */
  dates: z.optional(
    z.object({
      agreementIssued: z.nullable(z.string()),
      agreementAccepted: z.nullable(z.string()),
      handedOver: z.nullable(z.string()),
    }),
  ),
  /** What to bring to the hand-over, and what becomes of the old car; left out once it is over. */
  preparation: z.optional(
    z.object({
      checklist: z.array(z.object({ id: z.string(), text: z.string() })),
      oldCar: z.array(z.string()),
    }),
  ),
  cancellation: z.object({
    /** Whether the customer can cancel online now. */
    isOpen: z.boolean(),
    /** The instant at which that ends; `null`: it has no end. */
    until: z.nullable(z.string()),
  }),
})
export type PurchaseRecord = z.infer<typeof PurchaseRecord>
