import { listReservations } from '#lib/purchases/calls.ts'
import type { Reservation } from '#lib/payments/shapes.ts'
import { carInALine } from '#lib/catalogue/car-labels.ts'
import { configurationQuery } from '#lib/catalogue/configuration-query.ts'
import { aucklandDay, daysBetween, formatDay } from '#lib/shared/dates.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { siteCall } from '#stores/site/api.ts'
import { $customer } from '#stores/session/session.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { useQuery } from '#ui/hooks/use-query.ts'
import { CarList } from './CarList.tsx'
import { CarThumb } from '#ui/purchase/CarThumb.tsx'
import { useToday } from '#ui/hooks/use-today.ts'

/** My Reservations: reserved cars and until when. The route exists only while the feature is on. */
export function Reservations() {
  const id = useIslandStore($customer, null)?.id ?? 0
  const asked = useQuery(`reservations ${id}`, async () => {
    const answer = await siteCall(listReservations, { params: { id } })
    return answer.ok ? { ok: true, value: answer.value.reservations } : answer
  })
  return (
    <CarList
      asked={asked}
      name="your reservations"
      none="You have no paid reservations. If you’ve made one, pay its fee under My Purchases."
      keyOf={({ purchaseJourneyId }) => purchaseJourneyId}
    >
      {(reservation) => <ReservationCard {...reservation} />}
    </CarList>
  )
}

const timeLeftText = (days: number): string => {
  if (days <= 0) return 'Reserved until the end of today'
  return days === 1 ? 'Reserved until tomorrow' : `Reserved for ${days} more days`
}

/** A reserved car. Buying it starts a quote of the same car; the fee counts when that is confirmed (decision 42). */
function ReservationCard({ purchaseJourneyId, reference, quote, heldUntil }: Reservation) {
  const until = aucklandDay(heldUntil)
  const { variantName } = quote.vehicle
  const sameCar = configurationQuery({ ...quote.request, payOption: 'CASH' })
  return (
    <article className="card account-card">
      <CarThumb quote={quote} />
      <div className="stack stack--s">
        <p className="kicker">{timeLeftText(daysBetween(useToday(), until))}</p>
        <h2 className="account-card__title">{variantName}</h2>
        <p className="small quiet">
          {carInALine(quote)},{' '}
          <span className="money">{formatMoney(quote.totals.driveAwayCents)}</span> drive-away
        </p>
        <p className="small quiet">
          Your reference: <span className="nowrap">{reference}</span>
        </p>
        <p>
          Reserved for you until {formatDay(until)}. Buy it in this colour by then and the fee
          counts towards your deposit. After that, we’ll refund the fee.
        </p>
        <div className="cluster account-card__actions">
          <a className="button" href={`${paths.buildAndQuote()}${sameCar}`}>
            Buy this car<span className="visually-hidden">: {variantName}</span>
          </a>
          <a className="button button--quiet" href={paths.purchase(purchaseJourneyId)}>
            Open<span className="visually-hidden"> the reservation of {variantName}</span>
          </a>
        </div>
      </div>
    </article>
  )
}
