import type { ProviderCheckKind } from '#server/providers/card/card-provider.ts'
import type { PaymentMethod, PaymentSource, PaymentStatus, PaymentType } from '#lib/codes.ts'
import type { ReviewOutcome } from '#lib/payments/shapes.ts'
import type {
  DifferenceProblem,
  DisputeStatus,
  RefundReason,
  RefundStatus,
} from '#lib/payments/refund-states.ts'
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
  /** The provider's name for the money itself, once paid: a refund needs it. */
  provider_payment: string | null
  status: PaymentStatus
  /** 1: paid a second time, to be refunded; it never counts. */
  duplicate: number
  review_reason: string | null
  expires_at: string | null
  created_at: string
  updated_at: string
  /** When the sweeper asks the provider next. */
  next_check_at: string | null
  checks: number
  /** Until then one request is opening the provider's page. */
  leased_until: string | null
  /** The part received so far of a transfer in parts; `null` for a payment that comes whole. */
  received_cents: Generated<number | null>
  /** When staff ended its review; `null` where it had none, or has one now. */
  decided_at: Generated<string | null>
}
export type PaymentRow = Selectable<PaymentTable>

/** A review of a payment by staff, and their decision. */
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

/** Webhooks already handled, by the provider's event id. */
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
  /** The bank's or the lender's own; unique with journey and source, so none is recorded twice. */
  reference: string
  /** `staff:2` */
  recorded_by: string
  recorded_at: string
}

/** The refund of one whole payment. */
export interface RefundTable {
  refund_id: string
  payment_id: string
  amount_cents: number
  reason: RefundReason
  status: RefundStatus
  /** Once done: the provider's or the bank's name for it. */
  reference: string | null
  /** Why the provider failed: staff repeat it, or send it another way. */
  failure: string | null
  created_at: string
  done_at: string | null
  /** `staff:2` or `system` */
  done_by: string | null
  attempts: number
  next_attempt_at: string | null
  /** The provider's name for it, once accepted. */
  provider_refund: Generated<string | null>
  /** How often staff have repeated it. */
  round: Generated<number>
}
export type RefundRow = Selectable<RefundTable>

/** An object that a webhook named, until the provider is asked about it. */
export interface ProviderCheckTable {
  kind: ProviderCheckKind
  /** The provider's name for it. */
  reference: string
  due_at: string
  /** Grows with every webhook and every question: an answer counts only if nothing came in between. */
  attempts: number
}
export type ProviderCheckRow = Selectable<ProviderCheckTable>

/** A payment that the customer's bank disputes. */
export interface DisputeTable {
  dispute_id: string
  /** `null`: the payment is unknown here. */
  payment_id: string | null
  amount_cents: number
  currency: string
  /** In the provider's words. */
  reason: string
  status: DisputeStatus
  provider_status: string
  /** The provider's deadline for evidence. */
  respond_by: string | null
  opened_at: string
  closed_at: string | null
  /** 1: on the work list. */
  is_waiting: number
  /** When, by whom (`staff:2`) and how staff settled the money of a lost one. */
  dealt_at: string | null
  dealt_by: string | null
  dealt_note: string | null
}
export type DisputeRow = Selectable<DisputeTable>

/** A payout of the provider to our bank account. */
export interface PayoutTable {
  payout_id: string
  amount_cents: number
  currency: string
  /** The provider's: `pending`, `in_transit`, `paid`, `failed` or `canceled`. */
  status: string
  /** `yyyy-mm-dd` */
  arrival_day: string
  failure: string | null
  created_at: string
}
export type PayoutRow = Selectable<PayoutTable>

/** A day whose payments are compared with the providers' records. */
export interface ReconciliationTable {
  day: string
  /** Until then a process is comparing it. */
  leased_until: string | null
  done_at: string | null
  compared: number
  differences: number
}

/** A difference between our records and a provider's. */
export interface MoneyDifferenceTable {
  difference_id: string
  /** The day it belongs to, `yyyy-mm-dd`. */
  day: string
  kind: 'payment' | ProviderCheckKind
  /** The provider's name for it, or ours where the provider knows none. */
  reference: string
  problem: DifferenceProblem
  ours: string | null
  theirs: string | null
  purchase_journey_id: string | null
  found_at: string
  /** When both sides agreed again. */
  resolved_at: string | null
  explained_at: string | null
  /** `staff:2` */
  explained_by: string | null
  explanation: string | null
}
export type MoneyDifferenceRow = Selectable<MoneyDifferenceTable>
