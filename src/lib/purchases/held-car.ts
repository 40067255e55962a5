import type { DeliveryStatus, PayOption } from '#lib/sign-in/code-shapes.ts'
import { isReservation } from '#lib/payments/pay-options.ts'

interface Kept {
  metadata: { deliveryStatus?: DeliveryStatus }
  quote: { payOption: PayOption }
}

/** Nothing stands anywhere yet: there is a place in a build for it. */
export const isToBeBuilt = (deliveryStatus: DeliveryStatus | null | undefined): boolean =>
  deliveryStatus === 'ONORDER'

/** What is kept for whoever has confirmed: the first word takes its capital where a sentence begins with it. */
const kept =
  (words: Record<'car' | 'ordered' | 'place', string>) =>
  ({ metadata, quote }: Kept): string =>
    words[
      !isToBeBuilt(metadata.deliveryStatus)
        ? 'car'
        : isReservation(quote.payOption)
          ? 'place'
          : 'ordered'
    ]

export const carKept = kept({
  car: 'a car is set aside for you',
  ordered: 'your car is ordered',
  place: 'a place to build your car is kept for you',
})

export const carStillKept = kept({
  car: 'your car is still held for you',
  ordered: 'your car stays ordered for you',
  place: 'the place to build your car is still kept for you',
})
