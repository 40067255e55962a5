import type { DeliveryStatus } from '#lib/codes.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { isToBeBuilt } from '#lib/purchases/held-car.ts'

interface Reserved {
  deliveryStatus?: DeliveryStatus | null | undefined
  isTransferExpected?: boolean | undefined
}

/** Why the deadline of a deposit has moved. */
export const TRANSFER_TIME = 'You have longer because you chose bank transfer.'

/**
 * By when the deposit has to be paid, and what for.
 *
 * @param dueBy ISO 8601.
 */
export const depositDueSentence = (
  dueBy: string,
  { deliveryStatus, isTransferExpected = false }: Reserved,
): string =>
  `Pay the deposit by ${formatDeadline(dueBy)} to keep your car ${isToBeBuilt(deliveryStatus) ? 'on order' : 'reserved'}.${isTransferExpected ? ` ${TRANSFER_TIME}` : ''}`
