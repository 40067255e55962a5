import { formatMoney } from '#lib/shared/money.ts'

/** Why money is refunded. */
export const REFUND_REASONS = ['DUPLICATE', 'CANCELLED', 'EXPIRED', 'RELEASED', 'REVIEWED'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/**
 * The progress of a refund. DUE: the provider has not been asked yet. PENDING: the provider accepted it, and the money
 * is on its way. BY_HAND: a person sends it. DONE: the provider, or the person who sent it, confirmed it.
 */
export const REFUND_STATUSES = ['DUE', 'PENDING', 'BY_HAND', 'DONE'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** The state of a refund at its provider. */
export type RefundState = 'pending' | 'succeeded' | 'failed'

/**
 * The provider states that may still change a refund. A bank may return money weeks after the provider sent it; once a
 * refund has failed, it never succeeds.
 */
const MAY_MOVE: Record<RefundStatus, readonly RefundState[]> = {
  DUE: ['pending', 'succeeded', 'failed'],
  PENDING: ['succeeded', 'failed'],
  DONE: ['failed'],
  BY_HAND: [],
}

export const refundMayMove = (status: RefundStatus, state: RefundState): boolean =>
  MAY_MOVE[status].includes(state)

/** The state of a refund as its customer sees it. `RETURNED`: the bank gave the money back after a dispute. */
export const REFUND_VIEWS = ['ARRANGED', 'ON_ITS_WAY', 'FAILED', 'SENT', 'RETURNED'] as const
export type RefundView = (typeof REFUND_VIEWS)[number]

/** Who closed a refund, where a lost dispute has given the money back. */
export const BY_DISPUTE = 'dispute'

/** Whether the money has not reached the customer yet. */
export const isToCome = (view: RefundView): boolean => view !== 'SENT' && view !== 'RETURNED'

interface RefundFacts {
  status: RefundStatus
  failure: string | null
  /** `system`, `staff:2` or {@link BY_DISPUTE}. */
  done_by: string | null
}

/** The state of a refund as its customer sees it: never sent before the provider confirms it. */
export function refundView({ status, failure, done_by }: RefundFacts): RefundView {
  if (status === 'DONE') return done_by === BY_DISPUTE ? 'RETURNED' : 'SENT'
  if (failure !== null) return 'FAILED'
  return status === 'PENDING' ? 'ON_ITS_WAY' : 'ARRANGED'
}

/** A refund in words. Of one that is over, `day` is the day on which it ended. */
export const refundNote = (view: RefundView, day: string): string =>
  ({
    ARRANGED: 'We’re arranging it',
    ON_ITS_WAY: 'On its way',
    FAILED: 'Didn’t go through. We’ll contact you to send it another way',
    SENT: `Sent on ${day}`,
    RETURNED: `Returned by your bank on ${day}`,
  })[view]

/** The statuses of a dispute. */
export const DISPUTE_STATUSES = ['OPEN', 'WON', 'LOST'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

interface DisputeFacts {
  status: DisputeStatus
  amountCents: number
  /** It waits for a person. */
  isWaiting: boolean
}

/** Why a car must not be handed over, and what to do about it; `null` where no dispute is in the way. */
export function disputeObstacle(disputes: readonly DisputeFacts[]): string | null {
  const open = disputes.find(({ status }) => status === 'OPEN')
  if (open)
    return `The customer’s bank disputes a payment of ${formatMoney(open.amountCents)}. Don’t hand over the car until this is decided. A manager needs to respond to the dispute with the card provider.`
  const lost = disputes.find(({ status, isWaiting }) => status === 'LOST' && isWaiting)
  return lost
    ? `The customer’s bank has taken back ${formatMoney(lost.amountCents)}. Don’t hand over the car until the customer has paid again and a manager has recorded it.`
    : null
}

/** The records that are compared with the providers. */
export const DIFFERENCE_KINDS = ['payment', 'refund', 'dispute', 'payout'] as const

/** How we and a provider can differ. */
export const DIFFERENCE_PROBLEMS = [
  'missing-here',
  'missing-there',
  'amount',
  'state',
  'doubled',
  'failed',
] as const
export type DifferenceProblem = (typeof DIFFERENCE_PROBLEMS)[number]
