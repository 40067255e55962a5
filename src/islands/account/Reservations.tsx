import { listReservations } from '#lib/contract/customers.ts'
import { aucklandDay, formatDay } from '#lib/domain/dates.ts'
import { siteCall } from '#stores/api.ts'
import { $customer } from '#stores/session.ts'
import { paths } from '#stores/site.ts'
import { useIslandStore } from '#stores/use-island-store.ts'
import { Listing } from './Listing.tsx'
import { useAnswer } from '#ui/use-answer.ts'

/** My Reservations: cars that are held, and until when. The route exists only while the feature is on. */
export function Reservations() {
  const id = useIslandStore($customer, null)?.id ?? 0
  const asked = useAnswer(`reservations ${id}`, async () => {
    const answer = await siteCall(listReservations, { params: { id } })
    return answer.ok ? { ok: true, value: answer.value.reservations } : answer
  })
  return (
    <Listing
      asked={asked}
      name="your reservations"
      empty={
        <>
          <p>You hold no car at the moment.</p>
          <a className="button" href={paths.buildAndQuote()}>
            Build and quote
          </a>
        </>
      }
    >
      {(reservations) => (
        <ul className="account__list divided">
          {reservations.map(({ purchaseJourneyId, quote, heldUntil, depositPaid }) => (
            <li className="account-row" key={purchaseJourneyId}>
              <div>
                <h2 className="account-card__title">{quote.vehicle.variantName}</h2>
                <p className="small">
                  {depositPaid
                    ? `Held for you until ${formatDay(aucklandDay(heldUntil))}.`
                    : 'The reservation fee is still to be paid.'}
                </p>
              </div>
              <a
                className="button button--quiet button--small"
                href={paths.purchase(purchaseJourneyId)}
              >
                Open
                <span className="visually-hidden"> {quote.vehicle.variantName}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Listing>
  )
}
