import type { PayOption, PaymentSource, PaymentStatus, PaymentType } from '#lib/codes.ts'
import type { OpenPayment } from '#lib/purchases/shapes.ts'
import type { PurchaseRecord } from './shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { capitalised } from '#lib/shared/words.ts'
import { lenderSentence } from '#lib/finance/lender-labels.ts'
import { isLease, isReservation, lenderShare } from './pay-options.ts'

/** By when the customer hears of a payment that is being checked, or whom to call where that time is over. */
export const reviewSentence = ({
  answerBy,
  isOverdue,
  phone,
}: NonNullable<OpenPayment['review']>): string =>
  isOverdue
    ? `This is taking longer than we said. Call ${phone.replaceAll(' ', '\u00a0')}.`
    : `We’ll email you by ${formatDeadline(answerBy)}.`

const SOURCES: Record<PaymentSource, string> = {
  CREDITCARD: 'by card',
  BANKTRF: 'by bank transfer',
  MTF: 'from the lender',
}

const STATUSES: Partial<Record<PaymentStatus, string>> = {
  PENDING: 'on its way',
  NEEDS_REVIEW: 'being checked',
  REFUNDED: 'refunded',
  CHARGED_BACK: 'reversed by your bank',
}

/** A payment of the customer by the name of its way to pay. */
export function paymentName(paymentType: PaymentType, payOption: PayOption): string {
  if (paymentType === 'BALANCE') return isLease(payOption) ? 'First payment' : 'Balance'
  return isReservation(payOption) ? 'Reservation fee' : 'Deposit'
}

type RecordedPayment = PurchaseRecord['payments'][number]

/** A payment as a line of a list: its label, how and when it was paid, and how a lender's payment is made up. */
export function paymentLine(
  { paymentType, source, status, isDisputed, at }: RecordedPayment,
  quote: Pick<Quote, 'payOption' | 'finance'>,
): { label: string; note: string } {
  const { payOption } = quote
  const share = source === 'MTF' ? lenderShare(quote) : null
  return {
    label: source === 'MTF' ? 'Amount financed' : paymentName(paymentType, payOption),
    note: [
      capitalised(
        [
          SOURCES[source],
          formatDay(aucklandDay(at)),
          isDisputed ? 'your bank is looking into it' : STATUSES[status],
        ]
          .filter(Boolean)
          .join(', '),
      ),
      share && lenderSentence(share),
    ]
      .filter(Boolean)
      .join('. '),
  }
}
