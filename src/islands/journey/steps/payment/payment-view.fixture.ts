import type { JourneyStatus } from '#lib/codes.ts'
import type { PaymentMetadata } from '#lib/purchases/shapes.ts'
import { aJourney } from '#tests/builders/purchase-journey.ts'
import type { Attempt } from './payment-view.ts'

// What has been paid of a purchase, and what one was asked to pay.

export const due: PaymentMetadata = {
  canPayDeposit: true,
  canPayBalance: false,
  depositPaid: false,
  depositCents: 100_000,
  balanceCents: 4_344_000,
  paidCents: 0,
  balancePaidCents: 0,
}
export const depositPaid: PaymentMetadata = {
  ...due,
  canPayDeposit: false,
  canPayBalance: true,
  depositPaid: true,
  paidCents: 100_000,
}
export const allPaid: PaymentMetadata = {
  ...depositPaid,
  canPayBalance: false,
  paidCents: 4_444_000,
}
/** The bank has taken the deposit back. */
export const depositLost: PaymentMetadata = {
  ...allPaid,
  canPayDeposit: true,
  depositPaid: false,
  paidCents: 4_344_000,
  balancePaidCents: 4_344_000,
}
export const pending: PaymentMetadata = { ...due, canPayDeposit: false }
export const lease: PaymentMetadata = {
  ...depositPaid,
  depositPaid: false,
  depositCents: 0,
  balanceCents: 99_055,
  paidCents: 0,
}

export const journey = (paymentMetadata: PaymentMetadata, code: JourneyStatus = 'CONFIRMED') =>
  aJourney({ status: { purchaseJourneyStatusCode: code }, paymentMetadata })
export const deposit = (
  statusCode: Attempt['statusCode'],
  method: Attempt['method'] = 'STRIPE',
): Attempt => ({ paymentId: 'payment-2', paymentType: 'DEPOSIT', statusCode, method })

/** A purchase whose deposit is to be paid. */
export const confirmed = aJourney({
  status: { purchaseJourneyStatusCode: 'CONFIRMED' },
  hasConfirmedOwnerDetails: true,
  confirmedDate: '2026-11-20',
})
