import type { DeliveryStatus } from '#lib/contract/shapes/codes.ts'
import { formatDeadline } from './instants.ts'
import { isToBeBuilt } from './kept-car.ts'

/**
 * By when the deposit has to be paid, and what for.
 *
 * @param dueBy ISO 8601.
 */
export const depositDueSentence = (
  dueBy: string,
  deliveryStatus: DeliveryStatus | null | undefined,
): string =>
  `Pay the deposit by ${formatDeadline(dueBy)} to keep your car ${isToBeBuilt(deliveryStatus) ? 'on order' : 'reserved'}.`
