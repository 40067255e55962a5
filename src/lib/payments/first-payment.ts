import { creditStanding } from '#lib/finance/credit.ts'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'
import { afterConfirming, isLease } from './pay-options.ts'

interface Facts {
  currentQuote: Pick<Quote, 'payOption' | 'finance'>
  creditDecision: CreditDecision | null
}

/**
 * When the first payment of a lease has to be made so that its car stays reserved, as said before it is confirmed:
 * `within 48 hours of confirming` (decision 64). `null` for any other way to pay, and while the lender decides.
 *
 * @param hours How long an unpaid purchase keeps its car; `undefined` where it is not known yet.
 */
export function firstPaymentTime(
  { currentQuote, creditDecision }: Facts,
  hours: number | undefined,
  nowMs: number,
): string | null {
  if (!isLease(currentQuote.payOption) || hours === undefined) return null
  const standing = creditStanding(creditDecision, currentQuote, aucklandDay(nowMs))
  if (standing === 'referred') return null
  if (standing === 'holds' && creditDecision?.validUntil) {
    const { validUntil } = creditDecision
    if (validUntil >= aucklandDay(nowMs + hours * HOUR_MS))
      return `by the end of ${formatDay(validUntil)}`
  }
  return afterConfirming(hours)
}
