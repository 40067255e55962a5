import type { JourneyStatus } from '#lib/codes.ts'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { isLease, payKind } from '#lib/payments/pay-options.ts'

type Bought = Pick<Quote, 'payOption' | 'finance'>

/**
 * Whether a lender's decision covers the current purchase. A decision on a loan does not cover a lease, nor the other
 * way round; within each, an approval covers any product up to its amount and its last day.
 */
export type CreditStanding =
  /** No lender has been asked, or none is needed. */
  'none' | 'holds' | 'referred' | 'other-kind' | Refusal

/** Why a purchase cannot be confirmed as it is paid now. */
export type Refusal = 'declined' | 'expired' | 'too-much'

/** @param today The day it is in New Zealand, `yyyy-mm-dd`. */
export function creditStanding(
  decision: CreditDecision | null,
  { payOption, finance }: Bought,
  today: string,
): CreditStanding {
  if (decision === null || finance === null) return 'none'
  const { code, appliedFor, limitCents = Infinity, validUntil } = decision
  if (appliedFor && payKind(appliedFor.payOption) !== payKind(payOption)) return 'other-kind'
  if (code === 'DECLINE') return 'declined'
  if (code === 'MANUWRITE') return 'referred'
  if (validUntil && validUntil < today) return 'expired'
  return finance.amountFinancedCents > limitCents ? 'too-much' : 'holds'
}

/**
 * What happens where the car may come after the lender's approval has ended; `null` where it comes before, or is not
 * known.
 *
 * @param today The day it is in New Zealand, `yyyy-mm-dd`.
 * @param lender Who lends, where the decision does not say.
 */
export function approvalEndsFirst(
  decision: CreditDecision | null,
  bought: Bought,
  delivery: { to: string } | null | undefined,
  today: string,
  lender = 'the lender',
): string | null {
  const { validUntil } = decision ?? {}
  if (!validUntil || !delivery || delivery.to <= validUntil) return null
  if (creditStanding(decision, bought, today) !== 'holds') return null
  return `Your car may arrive as late as ${formatDay(delivery.to)}, and your pre-approval ends on ${formatDay(validUntil)}. We’ll ask ${decision!.lenderName ?? lender} to renew it, and tell you if it needs anything from you.`
}

/**
 * Whether the purchase needs finance that has not been applied for here: not at all, or for a loan that is now a lease.
 *
 * @param today The day it is in New Zealand, `yyyy-mm-dd`.
 */
export const lacksApplication = (
  decision: CreditDecision | null,
  bought: Bought,
  today: string,
): boolean =>
  bought.finance !== null &&
  ['none', 'other-kind'].includes(creditStanding(decision, bought, today))

/** The buyer's next step in that case, once the purchase is confirmed. */
export const APPLY_WITH_DEALER = 'You haven’t applied for finance yet. Call your dealer to apply.'

/**
 * Whether a decision is about the purchase as it is paid now. A started one may still go back to what was applied for.
 *
 * @param today The day it is in New Zealand, `yyyy-mm-dd`.
 */
export const isAbout = (
  decision: CreditDecision,
  bought: Bought,
  { status, today }: Pick<CreditMoment, 'status' | 'today'>,
): boolean =>
  status === 'STARTED' || !['none', 'other-kind'].includes(creditStanding(decision, bought, today))

const REFUSALS: Record<Refusal, (decision: CreditDecision, bought: Bought) => string> = {
  declined: () => 'The lender can’t offer finance for this purchase.',
  expired: ({ validUntil = '' }) =>
    `The lender’s approval was valid until ${formatDay(validUntil)}.`,
  'too-much': ({ limitCents = 0 }, { finance }) =>
    `You can borrow up to ${formatMoney(limitCents)}, but this purchase needs ${formatMoney(finance?.amountFinancedCents ?? 0)}.`,
}

/** Why the lender's decision does not let this be confirmed, as a sentence; `null` when it does. */
export function creditRefusal(
  decision: CreditDecision | null,
  bought: Bought,
  today: string,
): { why: Refusal; sentence: string } | null {
  const why = creditStanding(decision, bought, today)
  return decision && isRefusal(why) ? { why, sentence: REFUSALS[why](decision, bought) } : null
}

const BEFORE_AGREEMENT =
  'Call your dealer. They can ask the lender again, switch you to cash at the same price, or cancel and refund anything you’ve paid.'

/** How the outlet can help with a refusal, by status; missing where it no longer can. */
export const CALL_OUTLET: Partial<Record<JourneyStatus, string>> = {
  CONFIRMED: BEFORE_AGREEMENT,
  NOCARAVAIL: BEFORE_AGREEMENT,
  AGREEMENT:
    'Call your dealer. They can ask the lender again, or cancel and refund anything you’ve paid.',
}

/** Shown with a refusal in place of a payment. */
export const NOTHING_TO_PAY_YET = 'There’s nothing to pay until this is sorted out.'

/** Shown with a refusal in place of a delivery day. */
export const NO_DAY_YET = 'We’ll set a delivery date once your finance is sorted out.'

const CONFIRMED: readonly JourneyStatus[] = ['CONFIRMED', 'NOCARAVAIL', 'AGREEMENT']

/** The state of a purchase on a day. */
export interface CreditMoment {
  status: JourneyStatus
  /** The lender has paid all of its part. */
  lenderPaid: boolean
  /** The day it is in New Zealand, `yyyy-mm-dd`. */
  today: string
}

/**
 * Why a confirmed purchase cannot go ahead as it is paid: the lender has refused since, or its approval expired before
 * it paid. It needs another decision, or another way to pay. Once the lender has paid, its decision no longer matters.
 */
export const creditTrouble = (
  decision: CreditDecision | null,
  bought: Bought,
  { status, lenderPaid, today }: CreditMoment,
): { why: Refusal; sentence: string } | null =>
  !CONFIRMED.includes(status) || lenderPaid ? null : creditRefusal(decision, bought, today)

/** Why no sale agreement can be made as it is paid now: the lender refuses the finance, or has not decided. */
export const creditObstacle = (
  decision: CreditDecision | null,
  bought: Bought,
  moment: CreditMoment,
): string | null =>
  creditStanding(decision, bought, moment.today) === 'referred'
    ? 'The lender hasn’t decided yet.'
    : (creditTrouble(decision, bought, moment)?.sentence ?? null)

/** Whether the lender’s decision on a confirmed lease is for staff to record: it has not been applied for here. */
export const isLeaseToDecide = (
  decision: CreditDecision | null,
  bought: Bought,
  { status, today }: CreditMoment,
): boolean =>
  isLease(bought.payOption) &&
  CONFIRMED.includes(status) &&
  lacksApplication(decision, bought, today)

/** Why a leased car cannot be handed over. For a loan the lender’s payment is enough. */
export function leaseObstacle(
  decision: CreditDecision | null,
  bought: Bought,
  moment: CreditMoment,
): string | null {
  if (!isLease(bought.payOption)) return null
  const why = isLeaseToDecide(decision, bought, moment)
    ? 'There’s no application for this lease on this site.'
    : creditObstacle(decision, bought, moment)
  return why && `${why} Record the lender’s approval before you hand over the car.`
}

const isRefusal = (standing: CreditStanding): standing is Refusal =>
  Object.hasOwn(REFUSALS, standing)

/**
 * How the purchase differs from the finance application: it is paid in another way, or borrows another amount. `null`
 * where it does not differ.
 */
export function changedSinceApplied(
  decision: CreditDecision | null,
  { payOption, finance }: Bought,
  names: Readonly<Record<string, string>>,
): string | null {
  const asked = decision?.appliedFor
  if (!asked) return null
  const nameOf = (code: string) => names[code] ?? code
  const was = `You asked the lender for ${formatMoney(asked.amountFinancedCents)} with “${nameOf(asked.payOption)}”`
  if (!finance)
    return `${was}. You don’t need finance with this way to pay. We’ll keep your application in case you change your mind.`
  if (payKind(asked.payOption) !== payKind(payOption))
    return `${was}. The lender’s answer doesn’t cover “${nameOf(payOption)}”. You can continue without an approval, and your dealer will arrange the finance with you.`
  const isSame =
    asked.payOption === payOption && asked.amountFinancedCents === finance.amountFinancedCents
  return isSame
    ? null
    : `${was}. You now need ${formatMoney(finance.amountFinancedCents)} with “${nameOf(payOption)}”. The lender will review the change when it finishes its checks.`
}

/**
 * What is kept of a decision whose application is forgotten while the purchase can still go on: what it covers.
 * Without that, it would cover everything, for ever.
 */
export const withoutConditions = ({
  code,
  appliedFor,
  isArranged,
  limitCents,
  validUntil,
}: CreditDecision): CreditDecision => ({
  code,
  appliedFor,
  isArranged,
  limitCents,
  validUntil,
  conditions: [],
})

/** What is kept of it once the purchase has ended. */
export const withoutFigures = (code: CreditDecision['code']): CreditDecision => ({
  code,
  conditions: [],
})
