import { listBookingsToCome } from '#lib/contract/service.ts'
import { shownPhone } from '#lib/domain/phone.ts'
import { bookingTime } from '#lib/domain/service-words.ts'
import { siteCall } from '#stores/api.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { usePages } from '#ui/use-pages.ts'
import { PagedTable } from './PagedTable.tsx'
import { searchHash } from './routes.ts'

/** How many lines a page has. */
const LINES = '25'

/** The cars that are brought in for a service, the next one first. */
export function Bookings() {
  const asked = usePages('bookings', async (cursor) => {
    const query = { limit: LINES, ...(cursor && { cursor }) }
    const answer = await siteCall(listBookingsToCome, { query })
    return answer.ok
      ? { ok: true, value: { ...answer.value, items: answer.value.bookings } }
      : answer
  })
  return (
    <div className="stack">
      <AreaHeading title="Service bookings" />
      <PagedTable
        asked={asked}
        name="the bookings"
        columns={['When', 'Car', 'Service', 'Where', 'Who']}
        none={<p className="empty">No service is booked.</p>}
      >
        {({ bookingId, startsAt, registration, service, outlet, contact, note }) => (
          <tr key={bookingId}>
            <th scope="row">
              <time dateTime={startsAt}>{bookingTime(startsAt)}</time>
            </th>
            <td>
              <a className="staff-plate" href={searchHash('rego', registration)}>
                {registration}
              </a>
            </td>
            <td>
              {service.name}
              {note && <span className="staff-table__more">{note}</span>}
            </td>
            <td>{outlet.name}</td>
            <td>
              {contact.firstName} {contact.lastName}
              <span className="staff-table__more">
                <a href={`tel:${contact.mobilePhone}`}>{shownPhone(contact.mobilePhone)}</a>
              </span>
            </td>
          </tr>
        )}
      </PagedTable>
    </div>
  )
}
