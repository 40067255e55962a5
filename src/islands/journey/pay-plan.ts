import type { JourneyStatus } from '#lib/contract/shapes/codes.ts'
import type { PurchaseJourney } from '#lib/contract/shapes/journey.ts'
import type { Quote } from '#lib/contract/shapes/quote.ts'
import { lenderLines } from '#lib/domain/lender-words.ts'
import { formatMoney } from '#lib/domain/money.ts'
import {
  balanceDue,
  depositDue,
  lenderShare,
  payKind,
  tradeInEquity,
  type PayKind,
} from '#lib/domain/pay-options.ts'

/** One amount of a deal and when it is paid. */
export interface PayLine {
  label: string
  when: string
  cents: number
}

export interface PayPlan {
  /** Paid on line once the purchase is confirmed; `null` when nothing is. */
  now: PayLine | null
  later: PayLine[]
}

interface Deal {
  quote: Quote
  balanceCents: number
  hasLenderPaid: boolean
}

const HAND_OVER = 'Before you collect the car'

const LATER: Record<PayKind, (deal: Deal) => PayLine[]> = {
  cash: ({ balanceCents }) => [{ label: 'Balance', when: HAND_OVER, cents: balanceCents }],
  finance: ({ quote, hasLenderPaid }) => {
    const share = lenderShare(quote)
    return share && quote.finance
      ? lenderLines(share, quote.finance.termMonths, hasLenderPaid).map(({ note, ...line }) => ({
          ...line,
          when: note,
        }))
      : []
  },
  lease: ({ quote: { finance }, balanceCents }) =>
    finance
      ? [
          { label: 'First rent', when: HAND_OVER, cents: balanceCents },
          {
            label: 'All other rents',
            when: `One a month, ${finance.paymentCount - 1} times`,
            cents: finance.totalPayableCents - balanceCents,
          },
        ]
      : [],
  reservation: () => [],
}

const REFUSED = 'The lender has not agreed to pay it'
const ONCE_SETTLED = 'Once the finance is settled'

/** The same where the lender refuses: nothing is said of what it would pay. */
const LATER_REFUSED: Partial<typeof LATER> = {
  finance: ({ quote }) => {
    const share = lenderShare(quote)
    return share ? [{ label: 'The rest of the price', when: REFUSED, cents: share.restCents }] : []
  },
  lease: (deal) => LATER.lease(deal).map((line) => ({ ...line, when: ONCE_SETTLED })),
}

/** A deposit is asked for once there is a car. */
const WHEN: Partial<Record<JourneyStatus, string>> = {
  STARTED: 'When you have confirmed',
  NOCARAVAIL: 'When we have found your car',
}

const OVER: readonly JourneyStatus[] = ['COMPLETE', 'CANCELLED', 'EXPIRED']

/** Whether nothing is to be paid any more, whatever the plan was. */
export const isOver = ({ status }: Pick<PurchaseJourney, 'status'>): boolean =>
  OVER.includes(status.purchaseJourneyStatusCode)

/**
 * What is paid now and what later (decision 41), from the quote and the trade-ins whose offer is accepted.
 *
 * A payment of a loan has no place here: it may only be shown with all the figures beside it (decision 19).
 *
 * @param isRefused The lender refuses what is bought.
 */
export function payPlan(
  {
    status,
    currentQuote: quote,
    tradeInformation,
    paymentMetadata: { lenderPaid: hasLenderPaid = false },
  }: Pick<PurchaseJourney, 'status' | 'currentQuote' | 'tradeInformation' | 'paymentMetadata'>,
  isRefused = false,
): PayPlan {
  const equityCents = tradeInEquity(tradeInformation.vehicles)
  const depositCents = depositDue(quote, equityCents)
  const kind = payKind(quote.payOption)
  const label = kind === 'reservation' ? 'Reservation fee' : 'Deposit'
  const code = status.purchaseJourneyStatusCode
  const when = isRefused && code !== 'STARTED' ? ONCE_SETTLED : (WHEN[code] ?? 'Now')
  // Once all is signed, what the customer pays is due.
  const isHeldBack = isRefused && !(kind === 'lease' && code === 'AGREEMENT')
  const later = (isHeldBack && LATER_REFUSED[kind]) || LATER[kind]
  return {
    now: depositCents > 0 ? { label, when, cents: depositCents } : null,
    later: later({ quote, balanceCents: balanceDue(quote, equityCents), hasLenderPaid }),
  }
}

type TradedIn = Pick<PurchaseJourney, 'currentQuote' | 'tradeInformation'>

/** Where a trade-in is worth more than it can be counted towards. */
export function tradeInNotes({ currentQuote, tradeInformation }: TradedIn): string[] {
  const { payOption, totals } = currentQuote
  const equityCents = tradeInEquity(tradeInformation.vehicles)
  const kind = payKind(payOption)
  const asDepositCents = depositDue(currentQuote, 0)
  if (kind === 'finance' && equityCents > asDepositCents)
    return [
      `Your trade-in brings ${formatMoney(equityCents)}, more than your deposit of ${formatMoney(asDepositCents)}. Raise the deposit at the step Quote, and all of it counts.`,
    ]
  const overCents = equityCents - (totals.driveAwayCents - asDepositCents)
  return kind === 'cash' && overCents > 0
    ? [
        `Your trade-in brings ${formatMoney(overCents)} more than is left to pay. Your outlet settles the difference with you.`,
      ]
    : []
}
