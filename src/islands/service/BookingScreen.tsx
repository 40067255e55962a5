import { useEffect, useRef, useState } from 'react'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import { failureMessage } from '#lib/api/failure.ts'
import { cancelServiceBooking, getServiceBooking } from '#lib/service/calls.ts'
import type { ServiceBooking } from '#lib/service/shapes.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import { formatTime } from '#lib/shared/instants.ts'
import { calendarFile } from '#lib/service/calendar.ts'
import {
  addressLine,
  appointmentOf,
  bookingTime,
  formatMinutes,
  servicePrice,
} from '#lib/service/labels.ts'
import { siteCall } from '#stores/site/api.ts'
import { $config, loadConfig } from '#stores/site/config.ts'
import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $session } from '#stores/session/session.ts'
import { askToSignIn } from '#stores/sign-in/sign-in-prompt.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { Button } from '#ui/Button.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { OpenRecallNotice } from '#ui/OpenRecallNotice.tsx'
import { saveFile } from '#ui/save-file.ts'
import { useQuery, type QueryState } from '#ui/hooks/use-query.ts'
import { lastBookingChange, type BookingChange } from './booking-change.ts'

export interface BookingProps {
  bookingId: string
  /** The key in the link of the email. */
  bookingKey: string | null
}

const withKey = (bookingKey: string | null) => (bookingKey ? { bookingKey } : {})

/** Loads a booking for its customer or for the holder of its key. */
export function useBooking({ bookingId, bookingKey }: BookingProps): QueryState<ServiceBooking> {
  const { token } = useIslandStore($session, SIGNED_OUT)
  // Loaded again after signing in or out, but not when the token is refreshed.
  return useQuery(`booking ${bookingId} ${bookingKey} ${token !== null}`, () =>
    siteCall(getServiceBooking, { params: { id: bookingId }, ...withKey(bookingKey) }),
  )
}

/** The screen of a booking: its details, a calendar file, and links to change or cancel it. */
export function BookingScreen(props: BookingProps) {
  const asked = useBooking(props)
  return (
    <div className="wrap section service">
      <BookingGate asked={asked} {...props}>
        {(booking) => <BookingDetails booking={booking} {...props} />}
      </BookingGate>
    </div>
  )
}

/** Shows a booking's screens once it is loaded, or says why it cannot be opened. */
export function BookingGate({
  asked,
  bookingKey,
  children,
}: BookingProps & {
  asked: QueryState<ServiceBooking>
  children: (booking: ServiceBooking) => React.ReactNode
}) {
  const { token } = useIslandStore($session, SIGNED_OUT)
  if (asked.state === 'loading') return <Loading text="Opening your booking" />
  if (asked.state === 'ready') return children(asked.value)
  const needsSignIn = token === null && bookingKey === null
  return (
    <div className="stack">
      <AreaHeading title="Your service booking" />
      {needsSignIn ? (
        <Notice title="Sign in to see this booking">
          <p>Or open it from the link in your confirmation email.</p>
          <p>
            <Button onClick={() => askToSignIn('Sign in to see your service booking.')}>
              Sign in
            </Button>
          </p>
        </Notice>
      ) : (
        <Notice kind="error" title="We couldn’t open this booking" tryAgain={asked.refetch}>
          <p>{asked.message}</p>
          <p>Please check you copied the whole link, or call your dealer.</p>
        </Notice>
      )}
      <p>
        <a href="#/">Book a service</a>
      </p>
    </div>
  )
}

const DONE: Record<BookingChange, string> = {
  booked: 'Your service is booked',
  changed: 'Your booking has been changed',
}

function bookingTitle({ status, bookingId, endsAt, confirmBy }: ServiceBooking): string {
  if (confirmBy) return status === 'BOOKED' ? 'Check your email' : 'This booking wasn’t confirmed'
  if (status === 'CANCELLED') return 'This booking is cancelled'
  const done = lastBookingChange(bookingId)
  if (done) return DONE[done]
  return Date.parse(endsAt) < serverNowMs() ? 'Your past service' : 'Your service booking'
}

function BookingDetails({
  booking: given,
  bookingKey,
}: BookingProps & { booking: ServiceBooking }) {
  const [booking, setBooking] = useState(given)
  const { contact, outlet, service, recalls, openRecalls = [], bookingId, confirmBy } = booking
  const query = bookingKey ? `?key=${bookingKey}` : ''
  const title = bookingTitle(booking)
  const isHeld = booking.status === 'BOOKED'
  const isBooked = isHeld && !confirmBy
  const rows: [string, string][] = [
    ['Vehicle', booking.registration],
    [isHeld ? 'Drop-off' : 'Was booked for', bookingTime(booking.startsAt)],
    ['Service', `${service.name}, about ${formatMinutes(service.minutes)}`],
    ...recalls.map(({ recallNumber, title: what }): [string, string] => [
      'Free recall repair',
      `${what}\nRecall ${recallNumber}`,
    ]),
    ...(isHeld ? [['Price', servicePrice(service, booking.isElectric)] as [string, string]] : []),
    ['Dealer', `${outlet.name}\n${addressLine(booking)}\n${shownPhone(outlet.phone)}`],
    [
      'Your details',
      [
        `${contact.firstName} ${contact.lastName}`,
        contact.email,
        shownPhone(contact.mobilePhone),
      ].join('\n'),
    ],
    ...(booking.note ? [['Note', booking.note] as [string, string]] : []),
  ]
  const addToCalendar = () => {
    const url = location.origin + paths.serviceBooking(bookingId, bookingKey ?? undefined)
    const file = calendarFile(appointmentOf(booking, url, new Date().toISOString()))
    saveFile('service-booking.ics', 'text/calendar;charset=utf-8', file)
  }

  return (
    <div className="stack service-booking">
      <AreaHeading key={title} title={title} />
      {lastBookingChange(bookingId) && isBooked && (
        <EmailSent>Thank you. We’ve emailed the confirmation to {contact.email}.</EmailSent>
      )}
      {confirmBy && isHeld && (
        <EmailSent>
          We’ve sent a link to {contact.email}. Open it by {formatTime(confirmBy)} to confirm your
          booking. We’ll hold the time for you until then.
        </EmailSent>
      )}
      {confirmBy && !isHeld && (
        <Notice kind="error">
          <p>
            You didn’t open the link in our email in time, so we’ve released the time. Please book
            again.
          </p>
        </Notice>
      )}
      {isHeld && (
        <OpenRecallNotice recalls={openRecalls}>
          <p>
            The repair is free and not part of this booking yet. To add it, call {outlet.name} on{' '}
            <span className="nowrap">{shownPhone(outlet.phone)}</span>.
          </p>
        </OpenRecallNotice>
      )}
      <dl className="service-check">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isBooked && (
        <div className="cluster">
          <Button onClick={addToCalendar}>Add to calendar</Button>
          {booking.canChange && (
            <a className="button button--quiet" href={`#/booking/${bookingId}/change${query}`}>
              Change booking
            </a>
          )}
        </div>
      )}
      {booking.canChange && (
        <Cancel booking={booking} bookingKey={bookingKey} onCancelled={setBooking} />
      )}
      {isBooked && !booking.canChange && (
        <p className="quiet">
          You can no longer change it here. Please call {outlet.name} on {shownPhone(outlet.phone)}.
        </p>
      )}
      {booking.status === 'CANCELLED' && (
        <p>
          <a className="button" href="#/">
            Book a service
          </a>
        </p>
      )}
    </div>
  )
}

function EmailSent({ children }: { children: React.ReactNode }) {
  const config = useIslandStore($config, null)
  useEffect(() => void loadConfig(), [])
  return (
    <Notice kind="success">
      <p>{children}</p>
      {config?.demo && (
        <p className="small">
          Demo only: no real emails are sent.{' '}
          <a href={paths.demoMail} target="_blank" rel="noreferrer">
            Read it in the demo mailbox
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
          .
        </p>
      )}
    </Notice>
  )
}

/** Cancels the booking after a second press. */
function Cancel({
  booking,
  bookingKey,
  onCancelled,
}: {
  booking: ServiceBooking
  bookingKey: string | null
  onCancelled: (booking: ServiceBooking) => void
}) {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const question = useRef<HTMLHeadingElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  useEffect(() => {
    if (isAsking) question.current?.focus()
    else if (wasAsking.current) opener.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])

  const cancel = async () => {
    setTrouble('')
    setIsBusy(true)
    const answer = await siteCall(cancelServiceBooking, {
      params: { id: booking.bookingId },
      ...withKey(bookingKey),
    })
    setIsBusy(false)
    if (!answer.ok) return setTrouble(failureMessage(answer.failure))
    onCancelled(answer.value)
  }

  if (!isAsking)
    return (
      <div>
        <button
          type="button"
          className="link-button"
          ref={opener}
          onClick={() => setIsAsking(true)}
        >
          Cancel booking
        </button>
      </div>
    )
  return (
    <section className="card" aria-labelledby="cancel-booking">
      <h2 id="cancel-booking" className="service-booking__question" ref={question} tabIndex={-1}>
        Cancel this booking?
      </h2>
      <p>Your time will be released. There’s no charge.</p>
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div className="cluster">
        <Button kind="danger" isBusy={isBusy} onClick={cancel}>
          Yes, cancel it
        </Button>
        <Button kind="quiet" onClick={() => setIsAsking(false)}>
          Keep it
        </Button>
      </div>
    </section>
  )
}
