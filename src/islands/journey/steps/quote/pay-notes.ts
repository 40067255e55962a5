import type { PurchaseJourney } from '#lib/contract/shapes/journey.ts'
import { payKind, type PayKind } from '#lib/domain/pay-options.ts'

const NO_TRADE_IN: Partial<Record<PayKind, string>> = {
  lease:
    'Your trade-in does not count towards a lease. It is kept, and counts if you pay by cash or with a loan.',
  reservation:
    'Your trade-in does not count towards a reservation. It is kept, and counts once you buy the car.',
}

/** What the way to pay means for what else the purchase has. */
export function payNotes({ currentQuote, tradeInformation }: PurchaseJourney): string[] {
  const noTradeIn = NO_TRADE_IN[payKind(currentQuote.payOption)]
  return [noTradeIn && tradeInformation.vehicles.length > 0 ? noTradeIn : []].flat()
}
