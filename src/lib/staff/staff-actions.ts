import type { DeliveryStatus, JourneyStatus, PayOption } from '#lib/codes.ts'
import { awayObstacle } from '#lib/catalogue/delivery.ts'
import { nextStatus } from '#lib/purchases/journey-status.ts'
import { isFinance, isReservation } from '#lib/payments/pay-options.ts'
import type { StaffRight } from './staff-roles.ts'

/** The actions of staff for a purchase, in the usual order. */
const STAFF_ACTIONS = [
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
export type StaffAction = (typeof STAFF_ACTIONS)[number]

/** The facts of a purchase that decide its actions. */
export interface StaffActionFacts {
  status: JourneyStatus
  payOption: PayOption
  /** The lender leaves its decision to a person. */
  isReferred: boolean
  /** A person has decided, and can still correct it. */
  canCorrectDecision: boolean
  /** Why its finance allows no agreement yet. */
  creditObstacle: string | null
  /** It is confirmed, and the lender refuses to finance it. */
  hasCreditTrouble: boolean
  /** It is a lease that was not applied for here. */
  isLeaseToDecide: boolean
  /** Why its leased car cannot be handed over. */
  leaseObstacle: string | null
  isCarHeld: boolean
  /** The appointment for the hand-over can be made. */
  hasHandOver: boolean
  deliveryStatus: DeliveryStatus | null
  /** A sale agreement was issued. */
  hasAgreement: boolean
  /** The finance application was signed and sent. */
  hasApplied: boolean
  /** Why a dispute of the customer’s bank blocks the hand-over. */
  disputeObstacle: string | null
  outstanding: { depositCents: number; balanceCents: number; lenderCents: number }
}

/** The document of a purchase that waits for the customer's own signature. */
export function documentToSign({
  status,
  payOption,
  hasAgreement,
  hasApplied,
}: Pick<StaffActionFacts, 'status' | 'payOption' | 'hasAgreement' | 'hasApplied'>):
  'AGREEMENT' | 'FINANCE' | null {
  if (status === 'CONFIRMED' && hasAgreement) return 'AGREEMENT'
  return status === 'STARTED' && isFinance(payOption) && !hasApplied ? 'FINANCE' : null
}

/** Whether an action is possible: `true`, or why not yet; `false` where it does not apply. */
type Rule = (facts: StaffActionFacts) => boolean | string

const agreement: Rule = ({ status, payOption, outstanding, creditObstacle, hasCreditTrouble }) =>
  status === 'CONFIRMED' &&
  !isReservation(payOption) &&
  ((hasCreditTrouble && creditObstacle) ||
    (outstanding.depositCents > 0 ? 'The deposit hasn’t been paid yet.' : (creditObstacle ?? true)))

const delivery: Rule = ({ status, isCarHeld, deliveryStatus }) =>
  (status === 'CONFIRMED' || status === 'AGREEMENT') && isCarHeld && deliveryStatus !== 'AVAIL4PKUP'

const RULES: Record<StaffAction, Rule> = {
  'decide-finance': ({ isReferred, canCorrectDecision, hasCreditTrouble, isLeaseToDecide }) =>
    isReferred || canCorrectDecision || hasCreditTrouble || isLeaseToDecide,
  'change-to-cash': ({ status, hasCreditTrouble }) =>
    hasCreditTrouble && nextStatus(status, 'changed-to-cash') !== null,
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
  'hand-over': ({ status, outstanding, disputeObstacle, leaseObstacle, deliveryStatus }) =>
    status === 'AGREEMENT' &&
    (disputeObstacle ??
      (outstanding.depositCents > 0
        ? 'The deposit hasn’t been paid yet.'
        : outstanding.balanceCents > 0
          ? 'The balance hasn’t been paid yet.'
          : outstanding.lenderCents > 0
            ? 'The lender hasn’t paid yet.'
            : (leaseObstacle ?? awayObstacle(deliveryStatus) ?? true))),
  cancel: ({ status }) => nextStatus(status, 'cancelled') !== null,
}

/** The right that each action needs. */
export const ACTION_RIGHTS: Record<StaffAction, StaffRight> = {
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

/** The actions that apply to a purchase, each with why it is not possible yet, or `null`. */
export const staffActions = (
  facts: StaffActionFacts,
): { action: StaffAction; obstacle: string | null }[] =>
  STAFF_ACTIONS.flatMap((action) => {
    const rule = RULES[action](facts)
    return rule === false ? [] : [{ action, obstacle: rule === true ? null : rule }]
  })

/** What a purchase most likely waits for, first to last, and when. */
const NEXT: readonly [action: StaffAction, isWaited: (facts: StaffActionFacts) => boolean][] = [
  [
    'decide-finance',
    ({ isReferred, hasCreditTrouble, isLeaseToDecide }) =>
      isReferred || hasCreditTrouble || isLeaseToDecide,
  ],
  ['find-car', () => true],
  ['receipt', ({ outstanding }) => outstanding.depositCents > 0],
  ['issue-agreement', ({ hasAgreement }) => !hasAgreement],
  ['signing-link', () => true],
  ['hand-over', () => true],
  ['delivery', () => true],
  ['receipt', ({ outstanding }) => outstanding.balanceCents > 0 || outstanding.lenderCents > 0],
  ['book-hand-over', () => true],
]

/** The one of these actions that the purchase waits for; `null` when it waits for none of them. */
export const nextAction = (
  actions: ReturnType<typeof staffActions>,
  facts: StaffActionFacts,
): StaffAction | null =>
  NEXT.find(
    ([wanted, isWaited]) =>
      isWaited(facts) &&
      actions.some(({ action, obstacle }) => action === wanted && obstacle === null),
  )?.[0] ?? null
