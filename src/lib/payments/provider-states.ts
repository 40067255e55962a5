import type { PaymentStatus } from '#lib/codes.ts'

/** The state of a payment at its provider. `unsure`: the provider itself does not know whether money moved. */
export type ProviderState =
  'open' | 'pending' | 'paid' | 'unsure' | 'cancelled' | 'failed' | 'expired'

/** How far a payment has come, as far as its provider's answers matter. */
type Stage =
  /** Its page is open, or its money is on its way. */
  | 'live'
  /** It ended without money, by the provider's word or the buyer's. */
  | 'ended'
  /** Staff are checking it. */
  | 'review'
  /** Staff checked it, and no money had come. */
  | 'decided'
  /** Its money was received, sent back, or taken back by the bank. */
  | 'settled'

/**
 * The provider states that may still change a payment (decision 71). Only staff end a review: until then no state
 * changes it, and afterwards only money does. Repeated reports of a provider change nothing.
 */
const MAY_MOVE: Record<Stage, readonly ProviderState[]> = {
  live: ['open', 'pending', 'paid', 'unsure', 'cancelled', 'failed', 'expired'],
  ended: ['paid', 'unsure', 'expired'],
  review: [],
  decided: ['paid'],
  settled: [],
}

interface PaymentProgress {
  status: PaymentStatus
  /** When staff ended its review. */
  decided_at: string | null
}

function stageOf({ status, decided_at }: PaymentProgress): Stage {
  if (status === 'CREATED' || status === 'PENDING') return 'live'
  if (status === 'NEEDS_REVIEW') return 'review'
  if (status === 'PAID' || status === 'REFUNDED' || status === 'CHARGED_BACK') return 'settled'
  return decided_at === null ? 'ended' : 'decided'
}

/** Whether no provider state can change a payment any more. */
export const isBeyondProvider = (payment: PaymentProgress): boolean =>
  MAY_MOVE[stageOf(payment)].length === 0

/** Whether a provider state may change a payment. */
export const mayMove = (payment: PaymentProgress, state: ProviderState): boolean =>
  MAY_MOVE[stageOf(payment)].includes(state)
