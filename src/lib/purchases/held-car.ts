import type { DeliveryStatus, PayOption } from '#lib/codes.ts'
import { isReservation } from '#lib/payments/pay-options.ts'

interface Purchase {
  metadata: { deliveryStatus?: DeliveryStatus }
  quote: { payOption: PayOption }
}

/** Whether the car is not built yet: a build slot is reserved for it. */
export const isToBeBuilt = (deliveryStatus: DeliveryStatus | null | undefined): boolean =>
  deliveryStatus === 'ONORDER'

/** Makes a text about the reserved car. It begins in lower case, for use inside a sentence. */
const textFor =
  (words: Record<'car' | 'ordered' | 'place', string>) =>
  ({ metadata, quote }: Purchase): string =>
    words[
      !isToBeBuilt(metadata.deliveryStatus)
        ? 'car'
        : isReservation(quote.payOption)
          ? 'place'
          : 'ordered'
    ]

export const carKept = textFor({
  car: 'a car is reserved for you',
  ordered: 'your car is on order',
  place: 'a build slot is reserved for you',
})

export const carStillKept = textFor({
  car: 'your car is still reserved',
  ordered: 'your car is still on order',
  place: 'your build slot is still reserved',
})
