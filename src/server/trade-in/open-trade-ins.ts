import { isUndecided, takesTradeIn } from '#lib/trade-in/trade-in-offers.ts'
import type { Deal } from '#server/journeys/deal.ts'

/** Whether a purchase that is confirmed still takes a trade-in. */
export const isTradeInOpen = ({ journey, currentQuote }: Deal): boolean =>
  takesTradeIn({
    status: journey.status,
    payOption: currentQuote.payOption,
    hasAgreement: journey.agreement_id !== null,
  })

/** Its trade-ins that wait for an offer, or for its answer. */
export const openTradeInsOf = (deal: Deal) => {
  const openTradeIns = isTradeInOpen(deal) ? deal.vehicles.filter(isUndecided) : []
  return openTradeIns.length > 0 && { openTradeIns }
}
