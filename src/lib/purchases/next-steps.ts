import type { DeliveryStatus, JourneyStatus, PayOption } from '#lib/sign-in/code-shapes.ts'
import { APPLY_WITH_DEALER } from '#lib/finance/credit.ts'
import type { PaymentMetadata } from './shapes.ts'
import { daysInWords } from '#lib/shared/days-in-words.ts'
import { isToBeBuilt } from './held-car.ts'
import { payKind, type PayKind } from '#lib/payments/pay-options.ts'

interface Facts {
  /** Nobody has applied for its finance here. */
  needsFinanceApplication?: boolean
  quote: { payOption: PayOption }
  metadata: { hasAgreement?: boolean; deliveryStatus?: DeliveryStatus }
  paymentMetadata: Pick<
    PaymentMetadata,
    'lenderPaid' | 'depositCents' | 'balanceCents' | 'paidCents'
  >
}

interface Step {
  text: string
  /** Its words where nothing stands anywhere yet, but a place in a build. */
  toBeBuilt?: string
  /** Its words once the agreement is issued, where they are others then. */
  onceIssued?: string
  /** The same where nobody has applied for the finance yet. */
  notApplied?: string
  /** The same once the lender has paid. */
  onceLenderPaid?: string
  endsWithAgreement?: true
  endsWithLender?: true
  endsWithBalance?: true
}

const agreement = (name: string): Step => ({
  text: `We email you the ${name}. Read it, and accept it.`,
  onceIssued: `Read the ${name} that we emailed you, and accept it.`,
  endsWithAgreement: true,
})

/** What comes after a purchase was confirmed, in order; what an accepted agreement, the customer’s or the lender’s payment ends is marked. */
const STEPS: Record<PayKind, readonly Step[]> = {
  cash: [
    agreement('sale agreement'),
    {
      text: 'Pay the balance before you collect the car, here or by bank transfer.',
      endsWithBalance: true,
    },
    { text: 'Collect your car from your dealer.' },
  ],
  finance: [
    {
      text: 'The lender finishes its checks and sends you its own agreement.',
      notApplied: APPLY_WITH_DEALER,
      endsWithLender: true,
      endsWithAgreement: true,
    },
    agreement('sale agreement'),
    {
      text: 'Collect your car from your dealer once the lender has paid.',
      onceLenderPaid: 'Collect your car from your dealer.',
    },
  ],
  lease: [
    {
      text: 'The lessor finishes its checks and sends you the lease.',
      notApplied: APPLY_WITH_DEALER,
      endsWithAgreement: true,
    },
    agreement('supply agreement'),
    { text: 'Pay the first rent before you collect the car.', endsWithBalance: true },
    { text: 'Collect your car from your dealer.' },
  ],
  reservation: [
    {
      text: 'The car is held for you{forDays}.',
      toBeBuilt: 'A place to build your car is kept for you{forDays}.',
    },
    { text: 'Buy the car within that time, and the fee counts towards the deposit.' },
    { text: 'Changed your mind? We refund the fee.' },
  ],
}

/**
 * What happens next with a purchase, in order. Nothing once it is over, or before it is confirmed.
 *
 * @param reservationDays How long a reservation holds what it is for; without it, how long is not said.
 */
export const nextSteps = (
  {
    quote,
    metadata,
    needsFinanceApplication,
    paymentMetadata: { lenderPaid, depositCents, balanceCents, paidCents },
  }: Facts,
  status: JourneyStatus,
  reservationDays: number | undefined,
): readonly string[] =>
  status === 'CONFIRMED' || status === 'AGREEMENT'
    ? STEPS[payKind(quote.payOption)]
        .filter(({ endsWithAgreement }) => status === 'CONFIRMED' || !endsWithAgreement)
        .filter(({ endsWithLender }) => !lenderPaid || !endsWithLender)
        .filter(
          ({ endsWithBalance }) => paidCents < depositCents + balanceCents || !endsWithBalance,
        )
        .map(
          ({ text, notApplied, onceIssued, onceLenderPaid, toBeBuilt }) =>
            (lenderPaid && onceLenderPaid) ||
            (needsFinanceApplication && notApplied) ||
            (metadata.hasAgreement && onceIssued) ||
            (isToBeBuilt(metadata.deliveryStatus) && toBeBuilt) ||
            text,
        )
        .map((text) =>
          text.replace('{forDays}', reservationDays ? ` for ${daysInWords(reservationDays)}` : ''),
        )
    : []
