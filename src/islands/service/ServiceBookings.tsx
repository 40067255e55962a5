import './service-bookings.css'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import { listServiceBookings } from '#lib/service/calls.ts'
import type { ServiceBooking } from '#lib/service/shapes.ts'
import { hasAllCalls } from '#lib/site/all-calls.ts'
import { bookingTime } from '#lib/service/labels.ts'
import { siteCall } from '#stores/site/api.ts'
import { $accountAccess, WHOLE_ACCOUNT } from '#stores/session/rights.ts'
import { $customer } from '#stores/session/session.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { useHash } from '#ui/hooks/use-hash.ts'

/** A customer's service bookings, below My Purchases, or below the profile for staff who see no purchases. */
export function ServiceBookings() {
  const customer = useIslandStore($customer, null)
  const route = useHash()
  const { sales, bookings } = useIslandStore($accountAccess, WHOLE_ACCOUNT)
  const home = sales ? '#/agreements' : '#/profile'
  if (!customer || !bookings || route !== home || !hasAllCalls()) return null
  return <Bookings key={customer.id} customerId={customer.id} />
}

function Bookings({ customerId }: { customerId: number }) {
  const asked = useQuery(`service bookings ${customerId}`, () =>
    siteCall(listServiceBookings, { params: { id: customerId } }),
  )
  if (asked.state === 'loading') return null
  return (
    <section className="wrap service-list" aria-labelledby="service-bookings">
      <div className="cluster cluster--between">
        <h2 id="service-bookings">Service bookings</h2>
        <a href={paths.service}>Book a service</a>
      </div>
      {asked.state === 'failed' ? (
        <div className="stack stack--s">
          <p>We couldn’t load your service bookings. {asked.message}</p>
          <p>
            <Button kind="quiet" isSmall onClick={asked.refetch}>
              Try again
            </Button>
          </p>
        </div>
      ) : asked.value.bookings.length === 0 ? (
        <p className="quiet">You have no service bookings.</p>
      ) : (
        <ul className="divided">
          {asked.value.bookings.map((booking) => (
            <li key={booking.bookingId} className="service-list__booking">
              <span>
                <strong>{booking.service.name}</strong>, {booking.registration}
              </span>
              <span className="quiet">
                {bookingTime(booking.startsAt)}, {booking.outlet.name}
              </span>
              <span className="service-list__state">{bookingStatus(booking)}</span>
              <a href={paths.serviceBooking(booking.bookingId)}>
                Open
                <span className="visually-hidden">
                  : {booking.service.name}, {booking.registration}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const bookingStatus = ({ status, endsAt, confirmBy }: ServiceBooking): string => {
  if (status === 'CANCELLED') return 'Cancelled'
  if (confirmBy) return 'Open the link in our email to confirm'
  return Date.parse(endsAt) < serverNowMs() ? 'Past' : 'Booked'
}
