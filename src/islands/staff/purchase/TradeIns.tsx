import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import { countsTradeIn, payKind } from '#lib/payments/pay-options.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import type { StaffPurchase } from '#lib/staff/shapes.ts'
import {
  isLeftOut,
  isReplaceable,
  isUndecided,
  takesTradeIn,
} from '#lib/trade-in/trade-in-offers.ts'
import { OpenRecallNotice } from '#ui/OpenRecallNotice.tsx'
import { Section } from '../Section.tsx'
import { OfferForTradeIn } from './deal-actions.tsx'
import { Photos } from './Files.tsx'
import { TRADE_STATUS_LABELS } from './labels.ts'
import { TradedInElsewhere } from './TradedInElsewhere.tsx'

/** Whether a trade-in of the purchase can still get an offer. */
export const takesOffers = ({ status, currentQuote }: StaffPurchase['journey']): boolean =>
  status.purchaseJourneyStatusCode === 'STARTED' ||
  takesTradeIn({
    status: status.purchaseJourneyStatusCode,
    payOption: currentQuote.payOption,
  })

/** One that waits for an offer is first under Actions, and not offered for again below. */
export const waitsForOffer = ({ status }: TradeVehicle) => status === 'APPRAISAL_REQUESTED'

/** The old cars of a purchase. */
export function TradeIns({
  purchase,
  onChanged,
}: {
  purchase: StaffPurchase
  onChanged: () => void
}) {
  const { tradeInformation, currentQuote } = purchase.journey
  const isOpen = takesOffers(purchase.journey)
  const isStarted = purchase.journey.status.purchaseJourneyStatusCode === 'STARTED'
  const canOfferAgain = (vehicle: TradeVehicle) => !isStarted && isLeftOut(vehicle)
  if (tradeInformation.vehicles.length === 0) return null
  return (
    <Section title="Trade-in">
      {tradeInformation.vehicles.map((vehicle) => (
        <div className="card staff-trade" key={vehicle.id}>
          <p>
            <span className="staff-plate">{vehicle.registration}</span> {vehicle.make}{' '}
            {vehicle.model} {vehicle.year}
          </p>
          <p className="small">
            {canOfferAgain(vehicle) ? 'Declined or left out' : TRADE_STATUS_LABELS[vehicle.status]}
            {vehicle.offerCents !== undefined && `: ${formatMoney(vehicle.offerCents)}`}
            {vehicle.offeredBy === 'RULES' && ', automatic firm offer for the car as described'}
            <span className="quiet">
              {' '}
              · {formatNumber(vehicle.odometerKm)} km ·{' '}
              {vehicle.owingCents > 0
                ? `${formatMoney(vehicle.owingCents)} owing`
                : 'nothing owing'}
            </span>
          </p>
          {!countsTradeIn(currentQuote.payOption) && (
            <p className="small">
              <strong>
                Doesn’t count. You can’t trade in a car with a {payKind(currentQuote.payOption)}.
              </strong>
            </p>
          )}
          <OpenRecallNotice recalls={purchase.tradeInRecalls[vehicle.id] ?? []} />
          <TradedInElsewhere purchase={purchase} vehicle={vehicle} />
          {vehicle.condition && <p className="small">{vehicle.condition}</p>}
          <Photos id={purchase.journey.id} vehicle={vehicle} />
          {isOpen &&
            !waitsForOffer(vehicle) &&
            (isUndecided(vehicle) || canOfferAgain(vehicle) || isReplaceable(vehicle)) && (
              <OfferForTradeIn purchase={purchase} vehicle={vehicle} onChanged={onChanged} />
            )}
        </div>
      ))}
    </Section>
  )
}
