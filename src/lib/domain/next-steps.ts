import type { JourneyStatus, PayOption } from '#lib/contract/shapes/codes.ts'
import { payKind, type PayKind } from './pay-options.ts'

/** What comes after a purchase was confirmed, in order; what an agreement ends is marked. */
const STEPS: Record<PayKind, readonly { text: string; endsWithAgreement?: true }[]> = {
  cash: [
    {
      text: 'We email you the sale agreement. Read it, and accept it.',
      endsWithAgreement: true,
    },
    { text: 'Pay the balance before you collect the car, here or by bank transfer.' },
    { text: 'Collect your car from your outlet.' },
  ],
  finance: [
    {
      text: 'The lender finishes its checks and sends you its own agreement.',
      endsWithAgreement: true,
    },
    {
      text: 'We email you the sale agreement. Read it, and accept it.',
      endsWithAgreement: true,
    },
    { text: 'Collect your car from your outlet once the lender has paid.' },
  ],
  lease: [
    {
      text: 'The lessor finishes its checks and sends you the lease.',
      endsWithAgreement: true,
    },
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
export const nextSteps = (payOption: PayOption, status: JourneyStatus): readonly string[] =>
  status === 'CONFIRMED' || status === 'AGREEMENT'
    ? STEPS[payKind(payOption)]
        .filter(({ endsWithAgreement }) => status === 'CONFIRMED' || !endsWithAgreement)
        .map(({ text }) => text)
    : []
