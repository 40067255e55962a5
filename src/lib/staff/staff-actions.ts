import type { DeliveryStatus, JourneyStatus, PayOption } from '#lib/sign-in/code-shapes.ts'
import { awayObstacle } from '#lib/catalogue/delivery.ts'
import { move } from '#lib/purchases/journey-status.ts'
import { isFinance, isReservation } from '#lib/payments/pay-options.ts'
import type { StaffRight } from './staff-roles.ts'

/** What our people can do for a purchase, in the order it is needed. */
const STAFF_ACTS = [
  'decide-finance',
  'change-to-cash',
  'find-car',
  'receipt',
  'issue-agreement',
  'signing-link',
  'agreement-on-paper',
  'record-car',
  'delivery',
  'estimate',
  'book-hand-over',
  'hand-over',
  'cancel',
] as const
export type StaffAct = (typeof STAFF_ACTS)[number]

/** What of a purchase decides its acts. */
export interface StaffActFacts {
  status: JourneyStatus
  payOption: PayOption
  /** The lender leaves its decision to a person. */
  isReferred: boolean
  /** A person has made it, and it can still be corrected. */
  canCorrectDecision: boolean
  /** Why its finance lets nothing be agreed on. */
  creditObstacle: string | null
  /** It is confirmed, and the lender does not finance it as it is. */
  hasCreditTrouble: boolean
  isCarHeld: boolean
  /** The appointment for the hand-over can be made. */
  hasHandOver: boolean
  deliveryStatus: DeliveryStatus | null
  /** A sale agreement was issued. */
  hasAgreement: boolean
  /** The finance application was signed and sent. */
  hasApplied: boolean
  /** What the customer’s bank asks back, or has taken back, keeps the car here. */
  disputeObstacle: string | null
  outstanding: { depositCents: number; balanceCents: number; lenderCents: number }
}

/** What of a purchase waits for the customer's own signature. */
export function documentToSign({
  status,
  payOption,
  hasAgreement,
  hasApplied,
}: Pick<StaffActFacts, 'status' | 'payOption' | 'hasAgreement' | 'hasApplied'>):
  'AGREEMENT' | 'FINANCE' | null {
  if (status === 'CONFIRMED' && hasAgreement) return 'AGREEMENT'
  return status === 'STARTED' && isFinance(payOption) && !hasApplied ? 'FINANCE' : null
}

/** Whether it can be done: `true`, or why not yet; `false` where it has no place. */
type Rule = (facts: StaffActFacts) => boolean | string

const agreement: Rule = ({ status, payOption, outstanding, creditObstacle, hasCreditTrouble }) =>
  status === 'CONFIRMED' &&
  !isReservation(payOption) &&
  ((hasCreditTrouble && creditObstacle) ||
    (outstanding.depositCents > 0 ? 'The deposit is not paid yet.' : (creditObstacle ?? true)))

const delivery: Rule = ({ status, isCarHeld, deliveryStatus }) =>
  (status === 'CONFIRMED' || status === 'AGREEMENT') && isCarHeld && deliveryStatus !== 'AVAIL4PKUP'

const RULES: Record<StaffAct, Rule> = {
  'decide-finance': ({ isReferred, canCorrectDecision, hasCreditTrouble }) =>
    isReferred || canCorrectDecision || hasCreditTrouble,
  'change-to-cash': ({ status, hasCreditTrouble }) =>
    hasCreditTrouble && move(status, 'changed-to-cash') !== null,
  'find-car': ({ status }) => status === 'NOCARAVAIL',
  receipt: ({ status }) => status !== 'STARTED',
  'issue-agreement': agreement,
  'signing-link': (facts) => documentToSign(facts) !== null,
  'agreement-on-paper': agreement,
  'record-car': ({ status, isCarHeld }) =>
    (status === 'CONFIRMED' || status === 'AGREEMENT') && isCarHeld,
  delivery,
  estimate: delivery,
  'book-hand-over': ({ hasHandOver }) => hasHandOver,
  'hand-over': ({ status, outstanding, disputeObstacle, deliveryStatus }) =>
    status === 'AGREEMENT' &&
    (disputeObstacle ??
      (outstanding.depositCents > 0
        ? 'The deposit is not paid yet.'
        : outstanding.balanceCents > 0
          ? 'The balance is not paid yet.'
          : outstanding.lenderCents > 0
            ? 'The lender has not paid yet.'
            : (awayObstacle(deliveryStatus) ?? true))),
  cancel: ({ status }) => move(status, 'cancelled') !== null,
}

/** The right that each takes. */
export const ACT_RIGHTS: Record<StaffAct, StaffRight> = {
  'decide-finance': 'credit',
  'change-to-cash': 'sales',
  'find-car': 'allocation',
  receipt: 'money',
  'issue-agreement': 'sales',
  'signing-link': 'sales',
  'agreement-on-paper': 'sales',
  'record-car': 'sales',
  delivery: 'sales',
  estimate: 'sales',
  'book-hand-over': 'sales',
  'hand-over': 'sales',
  cancel: 'cancellation',
}

/** The acts that have a place, each with why it cannot be done yet, or `null`. */
export const staffActs = (facts: StaffActFacts): { act: StaffAct; obstacle: string | null }[] =>
  STAFF_ACTS.flatMap((act) => {
    const rule = RULES[act](facts)
    return rule === false ? [] : [{ act, obstacle: rule === true ? null : rule }]
  })
