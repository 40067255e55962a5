import type { JourneyStatus } from '#lib/codes.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import {
  FIRST_PAYMENT,
  LENDER_REFUSED,
  OTHER_PAYMENTS,
  dealLines,
  laterPayments,
  monthly,
  type DealLine,
  type DealList,
} from '#lib/payments/deal-lines.ts'
import { dealSums, type DealSums } from '#lib/payments/deal-sums.ts'
import { firstPaymentTime } from '#lib/payments/first-payment.ts'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import { capitalised } from '#lib/shared/words.ts'
import { TRANSFER_TIME } from '#lib/payments/deposit-labels.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { isLease, tradeInEquity } from '#lib/payments/pay-options.ts'

const ONCE_ALLOWED = 'Once your finance is approved or you change how you pay'
const ONCE_FOUND = 'Once we find your car'

const OVER: readonly JourneyStatus[] = ['COMPLETE', 'CANCELLED', 'EXPIRED']

/** Whether the purchase has ended, so that nothing is due any more. */
export const isOver = ({ status }: Pick<PurchaseJourney, 'status'>): boolean =>
  OVER.includes(status.purchaseJourneyStatusCode)

interface Clock {
  depositHours?: number | undefined
  nowMs?: number
}

type Planned = Pick<
  PurchaseJourney,
  | 'creditDecision'
  | 'status'
  | 'currentQuote'
  | 'tradeInformation'
  | 'paymentMetadata'
  | 'metadata'
  | 'openPayment'
  | 'delivery'
>

/**
 * The payments of a purchase with payer and due date (decisions 41 and 63), from the quote and the accepted trade-ins.
 *
 * Leaves out the payments of a loan: they may only be shown with all their figures (decision 19).
 *
 * @param isRefused The lender refuses this purchase: its share is left out.
 * @param clock How long an unpaid purchase keeps its car, and the time.
 */
export function payPlan(
  journey: Planned,
  isRefused = false,
  { depositHours, nowMs = serverNowMs() }: Clock = {},
): DealList {
  const { status, currentQuote: quote, paymentMetadata } = journey
  const list = dealLines(quote, sumsOf(journey), paymentMetadata)
  const code = status.purchaseJourneyStatusCode
  // Once all is signed, the customer's payments are due.
  const isHeldBack = isRefused && !(isLease(quote.payOption) && code === 'AGREEMENT')
  const inPlan = (line: DealLine): DealLine => {
    if (line.of === 'deposit')
      return {
        ...line,
        when: isRefused && code !== 'STARTED' ? ONCE_ALLOWED : depositWhen(journey),
      }
    if (!isHeldBack) {
      if (line.of !== 'balance' || line.label !== FIRST_PAYMENT) return line
      if (journey.metadata.depositDueBy) return { ...line, when: depositWhen(journey) }
      const time = code === 'STARTED' && firstPaymentTime(journey, depositHours, nowMs)
      return time ? { ...line, when: `${capitalised(time)}, to keep your car reserved` } : line
    }
    if (line.of === 'lender') return { ...line, ...LENDER_REFUSED }
    return line.of === 'balance' ? { ...line, when: ONCE_ALLOWED } : line
  }
  return { ...list, lines: [...list.lines, ...otherRents(quote)].map(inPlan) }
}

/** The rents of a lease after the first. */
function otherRents(quote: PurchaseJourney['currentQuote']): DealLine[] {
  const later = laterPayments(quote)
  return later
    ? [{ of: 'balance', label: OTHER_PAYMENTS, when: monthly(later.text), cents: later.cents }]
    : []
}

/** When the deposit is due: once there is a car. */
function depositWhen({
  status,
  metadata: { depositDueBy, isTransferExpected },
  openPayment,
  delivery,
}: Planned): string {
  const code = status.purchaseJourneyStatusCode
  if (code === 'NOCARAVAIL') return ONCE_FOUND
  if (code === 'STARTED') return delivery === null ? ONCE_FOUND : 'Due after you confirm'
  if (openPayment?.paymentType === 'DEPOSIT' && openPayment.receivedCents === null)
    return openPayment.review ? 'We’re checking your payment' : 'Your payment is on its way'
  if (!depositDueBy) return 'Now'
  return `By ${formatDeadline(depositDueBy)}${isTransferExpected ? `. ${TRANSFER_TIME}` : ''}`
}

/** The current sums of a purchase. */
export const sumsOf = ({
  currentQuote,
  tradeInformation,
  paymentMetadata,
}: Pick<PurchaseJourney, 'currentQuote' | 'tradeInformation' | 'paymentMetadata'>): DealSums =>
  dealSums({
    deal: currentQuote,
    equityCents: tradeInEquity(tradeInformation.vehicles),
    paidCents: paymentMetadata.paidCents,
    balancePaidCents: paymentMetadata.balancePaidCents,
    paidOutCents: paymentMetadata.paidOutCents,
  })
