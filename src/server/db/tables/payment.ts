import type {
  PaymentMethod,
  PaymentSource,
  PaymentStatus,
  PaymentType,
} from '#lib/contract/shapes/codes.ts'
import type { ReviewOutcome } from '#lib/contract/shapes/payment.ts'
import type { Generated, Selectable } from 'kysely'

export interface PaymentTable {
  payment_id: string
  purchase_journey_id: string
  type: PaymentType
  method: PaymentMethod | null
  source: PaymentSource
  amount_cents: number
  currency: string
  provider_reference: string | null
  provider_url: string | null
  /** The provider's name for the money itself, once paid: what a refund needs. */
  provider_payment: string | null
  status: PaymentStatus
  /** 1: a second success of the same type, to be refunded; it never counts. */
  duplicate: number
  review_reason: string | null
  expires_at: string | null
  created_at: string
  updated_at: string
  /** When the sweeper asks the provider next. */
  next_check_at: string | null
  checks: number
  /** Until then somebody is opening the provider's page for it. */
  leased_until: string | null
  /** What has come so far of a payment that comes in parts; null for one that comes whole. */
  received_cents: Generated<number | null>
  /** When staff ended its review; `null` where it had none, or has one now. */
  decided_at: Generated<string | null>
}
export type PaymentRow = Selectable<PaymentTable>

/** That staff had to look at a payment, and what they decided: one row a review. */
export interface PaymentReviewTable {
  review_id: string
  payment_id: string
  reason: string
  started_at: string
  /** This and the next two are `null` until it ends. */
  ended_at: Generated<string | null>
  outcome: Generated<ReviewOutcome | null>
  /** `staff:2` */
  ended_by: Generated<string | null>
}

/** Notices of providers already taken in, by the provider's event id. */
export interface ProviderEventTable {
  event_id: string
  provider: string
  type: string
  received_at: string
}

/** Money that came to our account, as staff recorded it. */
export interface ReceiptTable {
  receipt_id: string
  purchase_journey_id: string
  source: PaymentSource
  amount_cents: number
  /** The bank's or the lender's own; unique with journey and source, so that none is recorded twice. */
  reference: string
  /** `staff:2` */
  recorded_by: string
  recorded_at: string
}

/** What a customer writes on a bank transfer. */
export interface TransferReferenceTable {
  reference: string
  purchase_journey_id: string
}

/** Money that goes back: the whole of one payment. */
export interface RefundTable {
  refund_id: string
  payment_id: string
  amount_cents: number
  reason: 'DUPLICATE' | 'CANCELLED' | 'EXPIRED' | 'RELEASED' | 'REVIEWED'
  /** DUE: the job asks the provider. BY_HAND: a person sends it. */
  status: 'DUE' | 'BY_HAND' | 'DONE'
  /** The provider's or the bank's name for it. */
  reference: string | null
  /** Why the provider did not do it. */
  failure: string | null
  created_at: string
  done_at: string | null
  /** `staff:2` or `system` */
  done_by: string | null
  attempts: number
  next_attempt_at: string | null
}
export type RefundRow = Selectable<RefundTable>
