import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { isToBeBuilt } from '#lib/purchases/held-car.ts'
import { payKind, type PayKind } from '#lib/payments/pay-options.ts'

interface Facts extends Pick<PurchaseJourney, 'status' | 'currentQuote' | 'metadata'> {
  customer: Pick<PurchaseJourney['customer'], 'name'>
}

/** What is true of the car, by how it is paid for. A lender or lessor has the last word until it is handed over. */
const WORDS: Record<'reserved' | 'onOrder' | 'ready' | 'handedOver', Record<PayKind, string>> = {
  reserved: {
    cash: 'It’s reserved for you',
    finance: 'It’s reserved for you',
    lease: 'It’s reserved for you',
    reservation: 'It’s reserved for you',
  },
  onOrder: {
    cash: 'It’s on order',
    finance: 'It’s on order',
    lease: 'It’s on order',
    reservation: 'Your build slot is reserved',
  },
  ready: {
    cash: 'It’s ready',
    finance: 'It’s ready',
    lease: 'It’s ready',
    reservation: 'It’s reserved for you',
  },
  handedOver: {
    cash: 'It’s yours',
    finance: 'It’s yours',
    lease: 'Enjoy the drive',
    reservation: 'Thank you',
  },
}

/** The heading of a purchase that asks for nothing more now. */
export function momentHeading(
  { status, currentQuote, metadata, customer }: Facts,
  isRefused: boolean,
): string {
  const { deliveryStatus } = metadata
  const state =
    status.purchaseJourneyStatusCode === 'COMPLETE'
      ? 'handedOver'
      : deliveryStatus === 'AVAIL4PKUP'
        ? 'ready'
        : isToBeBuilt(deliveryStatus)
          ? 'onOrder'
          : 'reserved'
  const words = isRefused ? 'Thank you' : WORDS[state][payKind(currentQuote.payOption)]
  return `${words}, ${customer.name.firstName}.`
}
