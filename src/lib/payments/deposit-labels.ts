import type { DeliveryStatus, PayOption } from '#lib/codes.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { capitalised } from '#lib/shared/words.ts'
import { isToBeBuilt } from '#lib/purchases/held-car.ts'
import { payKind, type PayKind } from './pay-options.ts'

interface Reserved {
  deliveryStatus?: DeliveryStatus | null | undefined
  isTransferExpected?: boolean | undefined
}

const KEEPING: Record<PayKind, string> = {
  cash: 'deposit',
  finance: 'deposit',
  lease: 'first payment',
  reservation: 'reservation fee',
}

/** The payment that keeps the car of a purchase, in words (decision 64). */
export const keepingPayment = (payOption: PayOption): string => KEEPING[payKind(payOption)]

/** The step of paying it, in words. */
export const payInWords = (payOption: PayOption): string =>
  `${payKind(payOption) === 'lease' ? 'make' : 'pay'} the ${keepingPayment(payOption)}`

/** Why the deadline has moved. */
export const TRANSFER_TIME = 'You have longer because you chose bank transfer.'

/**
 * By when the payment that keeps the car is due, and what for.
 *
 * @param dueBy ISO 8601.
 */
export const depositDueSentence = (
  dueBy: string,
  { deliveryStatus, isTransferExpected = false }: Reserved,
  payOption: PayOption,
): string =>
  `${keepingSentence(payOption, `by ${formatDeadline(dueBy)}`, deliveryStatus)}${isTransferExpected ? ` ${TRANSFER_TIME}` : ''}`

/** The same for any time, such as `within 48 hours of confirming`. */
export const keepingSentence = (
  payOption: PayOption,
  by: string,
  deliveryStatus?: DeliveryStatus | null,
): string =>
  `${capitalised(payInWords(payOption))} ${by} to keep your ${isToBeBuilt(deliveryStatus) ? 'order' : 'car reserved'}.`
