import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { Step } from '#lib/purchases/journey-steps.ts'
import { isReservation, owesDeposit } from '#lib/payments/pay-options.ts'

/** The car has been handed over. */
export const isHandedOver = ({ status, currentQuote }: PurchaseJourney): boolean =>
  status.purchaseJourneyStatusCode === 'COMPLETE' && !isReservation(currentQuote.payOption)

/** Whether a step shows the car large: nothing is to be paid now to keep it. */
export const isMomentOf = (journey: PurchaseJourney, step: Step): boolean =>
  isHandedOver(journey) || (step === 'complete' && !owesDeposit(journey.paymentMetadata))
