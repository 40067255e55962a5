import type { JourneyStatus, PayOption } from '#lib/contract/shapes/codes.ts'
import { payKind, type PayKind } from './pay-options.ts'

interface Step {
  text: string
  /** Its words once the agreement is issued, where they are others then. */
  onceIssued?: string
  endsWithAgreement?: true
}

const agreement = (name: string): Step => ({
  text: `We email you the ${name}. Read it, and accept it.`,
  onceIssued: `Read the ${name} that we emailed you, and accept it.`,
  endsWithAgreement: true,
})

/** What comes after a purchase was confirmed, in order; what an accepted agreement ends is marked. */
const STEPS: Record<PayKind, readonly Step[]> = {
  cash: [
    agreement('sale agreement'),
    { text: 'Pay the balance before you collect the car, here or by bank transfer.' },
    { text: 'Collect your car from your outlet.' },
  ],
  finance: [
    {
      text: 'The lender finishes its checks and sends you its own agreement.',
      endsWithAgreement: true,
    },
    agreement('sale agreement'),
    { text: 'Collect your car from your outlet once the lender has paid.' },
  ],
  lease: [
    {
      text: 'The lessor finishes its checks and sends you the lease.',
      endsWithAgreement: true,
    },
    agreement('supply agreement'),
    { text: 'Pay the first rent before you collect the car.' },
    { text: 'Collect your car from your outlet.' },
  ],
  reservation: [
    { text: 'The car is held for you for 14 days.' },
    { text: 'Buy it within that time, and the fee counts towards the deposit.' },
    { text: 'Changed your mind? The fee is refunded.' },
  ],
}

/** What happens next with a purchase, in order. Nothing once it is over, or before it is confirmed. */
export const nextSteps = (
  payOption: PayOption,
  status: JourneyStatus,
  isAgreementIssued = false,
): readonly string[] =>
  status === 'CONFIRMED' || status === 'AGREEMENT'
    ? STEPS[payKind(payOption)]
        .filter(({ endsWithAgreement }) => status === 'CONFIRMED' || !endsWithAgreement)
        .map(({ text, onceIssued }) => (isAgreementIssued && onceIssued) || text)
    : []
