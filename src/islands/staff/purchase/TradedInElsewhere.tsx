import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import type { StaffPurchase } from '#lib/staff/shapes.ts'
import { Notice } from '#ui/Notice.tsx'

/** Warns that another purchase counts the same old car. */
export function TradedInElsewhere({
  purchase,
  vehicle: { id, registration },
}: {
  purchase: StaffPurchase
  vehicle: TradeVehicle
}) {
  const others = purchase.tradedInElsewhere[id]
  return (
    others && (
      <Notice kind="warning" title={`${registration} is a trade-in on another purchase`}>
        <ul className="bullets">
          {others.map(({ reference, isHandedIn }) => (
            <li key={reference}>
              {isHandedIn ? 'Traded in with' : 'Offer accepted on'}{' '}
              <span className="nowrap">{reference}</span>.
            </li>
          ))}
        </ul>
        <p>Check with the customer before you continue. A car can be traded in only once.</p>
      </Notice>
    )
  )
}
