import { serverNowMs } from '#lib/shared/server-clock.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { changedSinceApplied, creditRefusal } from '#lib/finance/credit.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { payKind, type PayKind } from '#lib/payments/pay-options.ts'
import { surplusNotes } from '#lib/trade-in/labels.ts'
import { sumsOf } from '#islands/journey/deal/pay-plan.ts'

const NO_TRADE_IN: Record<PayKind, string | undefined> = {
  cash: undefined,
  finance: undefined,
  lease:
    'Your trade-in doesn’t count towards a lease. We’ll keep its details, and it will count if you pay cash or take out a loan.',
  reservation:
    'Your trade-in doesn’t count towards a reservation. We’ll keep its details, and it will count once you buy the car.',
}

/** How the pay option affects the rest of the purchase. */
export function payNotes(
  journey: PurchaseJourney,
  names: Readonly<Record<string, string>>,
  nowMs = serverNowMs(),
): string[] {
  const { currentQuote, tradeInformation, creditDecision } = journey
  const { payOption } = currentQuote
  const hasTradeIn = tradeInformation.vehicles.length > 0
  const refusal = creditRefusal(creditDecision, currentQuote, aucklandDay(nowMs))
  return [
    hasTradeIn && NO_TRADE_IN[payKind(payOption)],
    refusal && `${refusal.sentence} To continue, change how you pay.`,
    !refusal && changedSinceApplied(creditDecision, currentQuote, names),
    ...surplusNotes(sumsOf(journey)),
  ].filter((note) => typeof note === 'string')
}
