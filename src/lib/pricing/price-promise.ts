import type { JourneyStatus } from '#lib/codes.ts'
import type { Quote, QuoteFinance } from '#lib/quotes/shapes.ts'
import type { PayKind } from '#lib/payments/pay-options.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { formatMoney, gstPartCents } from '#lib/shared/money.ts'

/** The price promise: while a price is held, a fall of today's price becomes a credit line, and a rise changes nothing. */

export interface PromiseFacts {
  status: JourneyStatus
  payKind: PayKind
  /** The purchase's price, with the credits it has had. */
  heldCents: number
  /** Today's price of the same car, or a lower one that waits for a credit; `null` where it is no longer sold so. */
  todayCents: number | null
  /** The lower price has stood for long enough. */
  hasStood: boolean
  /** A payment of the balance, or of a lease's first rent, is on its way through a provider at the sum of before. */
  isBalanceOnItsWay: boolean
  /** The lender or lessor has paid, or the buyer has: its contract stands. */
  isContractSigned: boolean
  /** The loan or lease can be worked out at the lower price, and costs no more for it. */
  canRefinance: boolean
}

export type PromiseOutcome =
  | 'nothing'
  /** Nothing yet: the lower price may be a mistake. */
  | 'wait'
  /** A credit line, at once. */
  | 'credit'
  /** Staff agree on it with the lender. */
  | 'staff'
  /** A credit line, once the payment on its way has its result. */
  | 'later'

/** A price is held from its confirmation until the hand-over. */
export const HELD: readonly JourneyStatus[] = ['CONFIRMED', 'NOCARAVAIL', 'AGREEMENT']

/** The first row that holds decides. */
const RULES: readonly [when: (facts: PromiseFacts) => boolean, then: PromiseOutcome][] = [
  [({ status }) => !HELD.includes(status), 'nothing'],
  // A reservation holds the car; its price is that of the day it is bought.
  [({ payKind }) => payKind === 'reservation', 'nothing'],
  [({ heldCents, todayCents }) => todayCents === null || todayCents >= heldCents, 'nothing'],
  [({ hasStood }) => !hasStood, 'wait'],
  [({ isBalanceOnItsWay }) => isBalanceOnItsWay, 'later'],
  [({ payKind }) => payKind === 'cash', 'credit'],
  // The lender's contract names its amount. It is signed with the sale agreement at the latest.
  [({ status, isContractSigned }) => isContractSigned || status === 'AGREEMENT', 'staff'],
  [({ canRefinance }) => !canRefinance, 'staff'],
  [() => true, 'credit'],
]

export const promiseOutcome = (facts: PromiseFacts): PromiseOutcome =>
  RULES.find(([when]) => when(facts))![1]

/** Lines that are not of the vehicle itself. */
const AFTER_VEHICLE = ['ACCESSORY', 'SERVICE_PLAN', 'ON_ROAD']

/**
 * A quote with a credit line, so that its lines and totals add up to the lower price.
 *
 * @param finance The loan or lease at that price.
 * @param nth Which credit of the purchase it is, from 1.
 */
export function withCredit<Q extends Pick<Quote, 'lines' | 'totals' | 'finance'>>(
  quote: Q,
  {
    cents,
    day,
    nth,
    finance,
  }: { cents: number; day: string; nth: number; finance: QuoteFinance | null },
): Q {
  const { lines, totals } = quote
  const driveAwayCents = totals.driveAwayCents - cents
  const found = lines.findIndex(({ kind }) => AFTER_VEHICLE.includes(kind))
  const at = found < 0 ? lines.length : found
  const credit = {
    code: `PROMISE-${nth}`,
    kind: 'CREDIT',
    label: 'Price promise',
    amountCents: -cents,
    reason: `Our price for this car fell by ${formatMoney(cents)} on ${formatDay(day)}, so we took ${formatMoney(cents)} off yours.`,
  }
  return {
    ...quote,
    lines: [...lines.slice(0, at), credit, ...lines.slice(at)],
    totals: {
      ...totals,
      vehicleCents: totals.vehicleCents - cents,
      driveAwayCents,
      gstCents: gstPartCents(driveAwayCents),
      depositDueCents: Math.min(totals.depositDueCents, driveAwayCents),
    },
    finance,
  }
}
