import type { DeliveryStatus, JourneyStatus, PayOption } from '#lib/codes.ts'
import { APPLY_WITH_DEALER } from '#lib/finance/credit.ts'
import type { PaymentMetadata } from './shapes.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { depositDueSentence } from '#lib/payments/deposit-labels.ts'
import { balanceLeftCents, isLease, payKind, type PayKind } from '#lib/payments/pay-options.ts'

interface Facts {
  /** Its finance has not been applied for here. */
  needsFinanceApplication?: boolean
  quote: { payOption: PayOption }
  metadata: {
    hasAgreement?: boolean
    deliveryStatus?: DeliveryStatus
    depositDueBy?: string | undefined
    isTransferExpected?: boolean | undefined
    cancelUntil?: string | undefined
  }
  paymentMetadata: Pick<
    PaymentMetadata,
    'lenderPaid' | 'depositCents' | 'balanceCents' | 'paidCents' | 'balancePaidCents'
  >
}

interface Step {
  text: string
  /** The text once the agreement is issued. */
  onceIssued?: string
  /** The text while the finance has not been applied for. */
  notApplied?: string
  /** The text once the lender has paid. */
  onceLenderPaid?: string
  endsWithAgreement?: true
  endsWithLender?: true
  endsWithBalance?: true
}

const agreement = (name: string): Step => ({
  text: `We’ll email you the ${name} to read and accept.`,
  onceIssued: `Read and accept your ${name}. We’ve emailed it to you.`,
  endsWithAgreement: true,
})

/** The steps after a purchase is confirmed, in order, each with the event that completes it. */
const STEPS: Record<PayKind, readonly Step[]> = {
  cash: [
    agreement('sale agreement'),
    {
      text: 'Pay the balance here or by bank transfer before you collect the car.',
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
    { text: 'Make the first payment before you collect the car.', endsWithBalance: true },
    { text: 'Collect your car from your dealer.' },
  ],
  reservation: [
    { text: 'Buy the car{by}, and the fee counts towards your deposit.' },
    { text: 'Changed your mind? We’ll refund the fee.' },
  ],
}

/** The next steps of a purchase, in order. Empty once it is over, and before it is confirmed. */
export const nextSteps = (
  { quote, metadata, needsFinanceApplication, paymentMetadata }: Facts,
  status: JourneyStatus,
): readonly string[] =>
  status === 'CONFIRMED' || status === 'AGREEMENT'
    ? STEPS[payKind(quote.payOption)]
        .filter(({ endsWithAgreement }) => status === 'CONFIRMED' || !endsWithAgreement)
        .filter(({ endsWithLender }) => !paymentMetadata.lenderPaid || !endsWithLender)
        .filter(({ endsWithBalance }) => !endsWithBalance || balanceLeftCents(paymentMetadata) > 0)
        .map(
          ({ text, notApplied, onceIssued, onceLenderPaid, endsWithBalance }) =>
            (isLease(quote.payOption) &&
              endsWithBalance &&
              metadata.depositDueBy &&
              depositDueSentence(metadata.depositDueBy, metadata, quote.payOption)) ||
            (paymentMetadata.lenderPaid && onceLenderPaid) ||
            (needsFinanceApplication && notApplied) ||
            (metadata.hasAgreement && onceIssued) ||
            text,
        )
        .map((text) => {
          const { cancelUntil } = metadata
          // The car of a reservation is held for as long as it can be cancelled.
          return text.replace('{by}', cancelUntil ? ` by ${formatDeadline(cancelUntil)}` : '')
        })
    : []
