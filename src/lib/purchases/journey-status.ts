import type { JourneyStatus } from '#lib/codes.ts'

/** Events that change the status of a purchase (decision 22). */
export type JourneyEvent =
  /** The customer confirmed, and a car or a build slot is held for it. */
  | 'confirmed'
  /** The customer confirmed, and there was nothing to allocate. */
  | 'confirmed-without-car'
  /** A car was found for a purchase that had none. */
  | 'car-found'
  /** The lender does not finance it: the customer pays cash. */
  | 'changed-to-cash'
  | 'deposit-settled'
  | 'balance-settled'
  /** The sale agreement was issued and accepted. */
  | 'agreement-accepted'
  /** The balance is settled and the vehicle handed over. */
  | 'handed-over'
  | 'idle-limit-reached'
  /** The deposit was not paid while the car was reserved. */
  | 'deposit-overdue'
  /** A reservation became the purchase of the car it held. */
  | 'bought'
  /** The time of a reservation is over. */
  | 'hold-ended'
  /** By the customer within the window, or by staff. Leaves a refund to make where money was paid. */
  | 'cancelled'

const MOVES: Record<JourneyStatus, Partial<Record<JourneyEvent, JourneyStatus>>> = {
  STARTED: {
    confirmed: 'CONFIRMED',
    'confirmed-without-car': 'NOCARAVAIL',
    'idle-limit-reached': 'EXPIRED',
    cancelled: 'CANCELLED',
  },
  NOCARAVAIL: {
    'car-found': 'CONFIRMED',
    'changed-to-cash': 'NOCARAVAIL',
    'idle-limit-reached': 'EXPIRED',
    cancelled: 'CANCELLED',
  },
  CONFIRMED: {
    'changed-to-cash': 'CONFIRMED',
    // Money moves no status: Complete stays open, and the hand-over is an action of its own.
    'deposit-settled': 'CONFIRMED',
    'balance-settled': 'CONFIRMED',
    'agreement-accepted': 'AGREEMENT',
    'deposit-overdue': 'EXPIRED',
    bought: 'COMPLETE',
    'hold-ended': 'EXPIRED',
    cancelled: 'CANCELLED',
  },
  AGREEMENT: {
    'deposit-settled': 'AGREEMENT',
    'balance-settled': 'AGREEMENT',
    'handed-over': 'COMPLETE',
    cancelled: 'CANCELLED',
  },
  // Money that the bank took back is paid again.
  COMPLETE: { 'deposit-settled': 'COMPLETE', 'balance-settled': 'COMPLETE' },
  CANCELLED: {},
  EXPIRED: {},
}

/** Whether a purchase ended without its car: money that was paid for it goes back. */
export const endedWithoutCar = (status: JourneyStatus): boolean =>
  status === 'CANCELLED' || status === 'EXPIRED'

/** The status after an event, or `null` where the event cannot happen. */
export const nextStatus = (status: JourneyStatus, event: JourneyEvent): JourneyStatus | null =>
  MOVES[status][event] ?? null
