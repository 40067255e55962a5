import type { JourneyStatus } from '#lib/contract/shapes/codes.ts'
import type { PurchaseJourney } from '#lib/contract/shapes/journey.ts'
import type { Quote } from '#lib/contract/shapes/quote.ts'
import { formatDeadline } from '#lib/domain/instants.ts'
import { lenderLines } from '#lib/domain/lender-words.ts'
import { dealSums, type DealSums } from '#lib/domain/deal-sums.ts'
import { lenderShare, payKind, tradeInEquity, type PayKind } from '#lib/domain/pay-options.ts'
import { tradeInLines, type DealLine } from '#lib/domain/trade-in-words.ts'

export interface PayPlan {
  /** What trade-ins take off the price or add to it, and what of that is paid to the customer. */
  tradeIn: DealLine[]
  /** Left to pay online once the purchase is confirmed; `null` when nothing is. */
  now: DealLine | null
  later: DealLine[]
}

interface Deal {
  quote: Quote
  balanceCents: number
  hasLenderPaid: boolean
}

const HAND_OVER = 'Before you collect the car'

const balance = (cents: number, label = 'Balance'): DealLine[] =>
  cents > 0 ? [{ label, when: HAND_OVER, cents }] : []

const LATER: Record<PayKind, (deal: Deal) => DealLine[]> = {
  cash: ({ balanceCents }) => balance(balanceCents),
  finance: ({ quote, balanceCents, hasLenderPaid }) => {
    const share = lenderShare(quote)
    return [
      ...balance(balanceCents),
      ...(share && quote.finance
        ? lenderLines(share, quote.finance.termMonths, hasLenderPaid).map(({ note, ...line }) => ({
            ...line,
            when: note,
          }))
        : []),
    ]
  },
  lease: ({ quote: { finance }, balanceCents }) =>
    finance
      ? [
          ...balance(balanceCents, 'First rent'),
          {
            label: 'All other rents',
            when: `One a month, ${finance.paymentCount - 1} times`,
            cents: finance.totalPayableCents - finance.paymentCents,
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
  journey: Pick<
    PurchaseJourney,
    'status' | 'currentQuote' | 'tradeInformation' | 'paymentMetadata' | 'metadata' | 'openPayment'
  >,
  isRefused = false,
): PayPlan {
  const { status, currentQuote: quote, paymentMetadata } = journey
  const { lenderPaid: hasLenderPaid = false } = paymentMetadata
  const sums = sumsOf(journey)
  const kind = payKind(quote.payOption)
  const label = kind === 'reservation' ? 'Reservation fee' : 'Deposit'
  const code = status.purchaseJourneyStatusCode
  const when = isRefused && code !== 'STARTED' ? ONCE_SETTLED : (WHEN[code] ?? whenNow(journey))
  // Once all is signed, what the customer pays is due.
  const isHeldBack = isRefused && !(kind === 'lease' && code === 'AGREEMENT')
  const later = (isHeldBack && LATER_REFUSED[kind]) || LATER[kind]
  return {
    tradeIn: tradeInLines(quote, sums),
    now: sums.depositLeftCents > 0 ? { label, when, cents: sums.depositLeftCents } : null,
    later: later({ quote, balanceCents: sums.balanceLeftCents, hasLenderPaid }),
  }
}

/** When the deposit of a confirmed purchase is paid. */
function whenNow({
  metadata: { depositDueBy },
  openPayment,
}: Pick<PurchaseJourney, 'metadata' | 'openPayment'>): string {
  if (openPayment?.paymentType === 'DEPOSIT' && openPayment.receivedCents === null)
    return openPayment.review ? 'We’re checking your payment' : 'Your payment is on its way'
  return depositDueBy ? `By ${formatDeadline(depositDueBy)}` : 'Now'
}

/** The sums of a purchase as it stands now. */
export const sumsOf = ({
  currentQuote,
  tradeInformation,
  paymentMetadata,
}: Pick<PurchaseJourney, 'currentQuote' | 'tradeInformation' | 'paymentMetadata'>): DealSums =>
  dealSums({
    deal: currentQuote,
    equityCents: tradeInEquity(tradeInformation.vehicles),
    paidCents: paymentMetadata.paidCents,
  })
