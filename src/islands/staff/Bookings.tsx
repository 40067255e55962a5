import { useEffect, useRef } from 'react'
import { cancelBookingForCustomer, listBookingsToCome } from '#lib/service/calls.ts'
import type { ServiceBooking } from '#lib/service/shapes.ts'
import { shownPhone, phoneLink } from '#lib/shared/phone.ts'
import { bookingTime, recallRepair } from '#lib/service/labels.ts'
import { siteCall } from '#stores/site/api.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { TextArea } from '#ui/fields/TextArea.tsx'
import { usePages } from '#ui/hooks/use-pages.ts'
import { ActionForm } from './ActionForm.tsx'
import { typedForms } from '#stores/session/ended-session.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { PagedTable } from './PagedTable.tsx'
import { searchHash } from './routes.ts'

/** How many lines a page has. */
const LINES = '25'

/** Service bookings to come, the next one first. */
export function Bookings() {
  const asked = usePages('bookings', async (cursor) => {
    const query = { limit: LINES, ...(cursor && { cursor }) }
    const answer = await siteCall(listBookingsToCome, { query })
    return answer.ok
      ? { ok: true, value: { ...answer.value, items: answer.value.bookings } }
      : answer
  })
  const area = useRef<HTMLDivElement>(null)
  /** The booking whose row was used last. */
  const acted = useRef<string | null>(null)
  const items = asked.state === 'ready' ? asked.value.items : null
  useEffect(() => {
    if (!items || !acted.current) return
    if (items.some(({ bookingId }) => bookingId === acted.current)) return
    // The row with the focus is gone.
    acted.current = null
    area.current?.querySelector<HTMLElement>('h1')?.focus()
  }, [items])
  return (
    <div className="stack" ref={area}>
      <AreaHeading title="Service bookings" />
      <PagedTable
        asked={asked}
        name="the bookings"
        columns={['When', 'Car', 'Service', 'Where', 'Who', 'To do']}
        none={<p className="empty">No service bookings.</p>}
      >
        {(booking) => (
          <Row
            key={booking.bookingId}
            booking={booking}
            onChanged={() => {
              acted.current = booking.bookingId
              if (asked.state === 'ready') asked.refetch()
            }}
          />
        )}
      </PagedTable>
    </div>
  )
}

function Row({ booking, onChanged }: { booking: ServiceBooking; onChanged: () => void }) {
  const { startsAt, registration, service, recalls, openRecalls, outlet, contact, note } = booking
  return (
    <tr>
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
        {recalls.map((recall) => (
          <span className="staff-table__more" key={recall.recallNumber}>
            {recallRepair(recall)}
          </span>
        ))}
        {openRecalls?.map(({ recallNumber, title, severity }) => (
          <strong className="staff-table__more" key={recallNumber}>
            {`Open ${severity === 'COMPULSORY' ? 'compulsory ' : ''}recall ${recallNumber}, not booked: ${title}`}
          </strong>
        ))}
        {note && <span className="staff-table__more">{note}</span>}
      </td>
      <td>{outlet.name}</td>
      <td>
        {contact.firstName} {contact.lastName}
        <span className="staff-table__more">
          <a href={phoneLink(contact.mobilePhone)}>{shownPhone(contact.mobilePhone)}</a>
        </span>
      </td>
      <td>
        <CancelBooking booking={booking} onChanged={onChanged} />
      </td>
    </tr>
  )
}

/** Cancels a booking that the workshop cannot keep. */
function CancelBooking({ booking, onChanged }: { booking: ServiceBooking; onChanged: () => void }) {
  const { bookingId: id, registration, startsAt, contact } = booking
  const form = `booking ${id}`
  const [reason, setReason] = useDraftState(typedForms, `${form} reason`, '')
  return (
    <ActionForm
      form={form}
      label="Cancel the booking"
      about={`of ${registration} on ${bookingTime(startsAt)}`}
      submit="Cancel the booking"
      question={`Cancel this booking? We’ll email ${contact.firstName} ${contact.lastName}. This can’t be undone.`}
      isDanger
      isReady={reason.trim() !== ''}
      done="Booking cancelled. We’ve emailed the customer."
      run={() =>
        siteCall(cancelBookingForCustomer, {
          params: { id },
          body: { reason: reason.trim(), startsAt },
        })
      }
      onChanged={onChanged}
    >
      {(wasTried) => (
        <TextArea
          label="Reason"
          hint="The customer sees this in the email."
          rows={3}
          maxLength={300}
          value={reason}
          onChange={setReason}
          error={wasTried && !reason.trim() ? 'Please enter the reason' : ''}
        />
      )}
    </ActionForm>
  )
}
