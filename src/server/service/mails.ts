import type { ServiceBooking } from '#lib/service/shapes.ts'
import { calendarFile } from '#lib/service/calendar.ts'
import {
  addressLine,
  appointmentOf,
  bookingTime,
  formatMinutes,
  servicePrice,
} from '#lib/service/labels.ts'
import { openRecallTitle } from '#lib/vehicles/open-recall-title.ts'
import { CHANGE_UNTIL_HOURS } from '#lib/service/slots.ts'
import { formatTime } from '#lib/shared/instants.ts'
import type { Deps } from '#server/deps.ts'
import { greeting, writeMail, type Block, type Mail, type Row } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'

const rowsOf = (booking: ServiceBooking, isProven: boolean): Block => ({
  rows: [
    ...(isProven ? [['Registration', booking.registration] as Row] : []),
    ['Service', booking.service.name],
    ...booking.recalls.map(({ recallNumber, title }): Row => [
      'Recall repair, free',
      title,
      `Recall ${recallNumber}`,
    ]),
    ['Drop-off', bookingTime(booking.startsAt)],
    ['Takes about', formatMinutes(booking.service.minutes)],
    ['Price', servicePrice(booking.service, booking.isElectric)],
    ['Where', `${booking.outlet.name}, ${addressLine(booking)}`],
    ['Phone', booking.outlet.phone],
  ],
})

/** Says which recalls of the car the booking leaves open (decision 69). */
const openRecallBlocks = ({ status, openRecalls = [], outlet }: ServiceBooking): Block[] => {
  if (status === 'CANCELLED' || openRecalls.length === 0) return []
  const one = openRecalls.length === 1
  return [
    { heading: openRecallTitle(openRecalls) },
    ...openRecalls.map(({ recallNumber, title, description, severity }) => ({
      text: `${title}${severity === 'COMPULSORY' ? ' (compulsory)' : ''}. ${description} Recall number: ${recallNumber}.`,
    })),
    {
      text: `The ${one ? 'repair is' : 'repairs are'} free, but ${one ? 'it isn’t' : 'they aren’t'} part of this booking yet. To add ${one ? 'it' : 'them'}, call us on ${outlet.phone}.`,
    },
  ]
}

interface News {
  kind: string
  subject: string
  text: string
  action: string
}

const NEWS: Record<'booked' | 'changed' | 'cancelled', (booking: ServiceBooking) => News> = {
  booked: (booking) => ({
    kind: 'service-booked',
    subject: `Your service is booked: ${bookingTime(booking.startsAt)}`,
    text: 'Thank you. We look forward to seeing you.',
    action: 'View, change or cancel your booking',
  }),
  changed: (booking) => ({
    kind: 'service-changed',
    subject: `Your service booking has changed: ${bookingTime(booking.startsAt)}`,
    text: 'Your booking has changed. Here are the new details.',
    action: 'View, change or cancel your booking',
  }),
  cancelled: (booking) => ({
    kind: 'service-cancelled',
    subject: `Your service booking is cancelled: ${bookingTime(booking.startsAt)}`,
    text: 'Your booking is cancelled. There’s nothing more to do.',
    action: 'View your booking',
  }),
}

/**
 * The mail about a booking, with a calendar file that adds, moves or removes the appointment. It leaves the note to the
 * workshop out: anyone can type one for any address. To an address that is not proven it repeats no typed text, so
 * neither name nor plate, and has no file.
 *
 * @param key Opens the booking without signing in.
 * @param reason Why the workshop cannot keep it.
 */
export function bookingChangedMail(
  deps: Deps,
  news: keyof typeof NEWS,
  booking: ServiceBooking,
  { key, reason, isProven }: { key: string; reason?: string | undefined; isProven: boolean },
): Mail {
  const { kind, subject, text, action } = NEWS[news](booking)
  const url = mailPaths(deps).serviceBooking(booking.bookingId, key)
  const file = calendarFile(appointmentOf(booking, url, deps.now().toISOString()))
  const mail = writeMail(deps, {
    kind,
    to: booking.contact.email,
    subject,
    blocks: [
      greeting(isProven ? booking.contact.firstName : ''),
      ...(reason === undefined
        ? [{ text }]
        : [
            {
              text: `We’re sorry, but we’ve had to cancel this booking. Please book another time or call us.`,
            },
            { text: `Reason: ${reason}` },
          ]),
      rowsOf(booking, isProven),
      ...openRecallBlocks(booking),
      ...(news === 'cancelled'
        ? []
        : [
            {
              text: `You can change or cancel your booking until ${CHANGE_UNTIL_HOURS} hours before it starts:`,
            },
          ]),
      { action, url },
    ],
  })
  if (!isProven) return mail
  return {
    ...mail,
    attachment: { name: 'service-booking.ics', bytes: new TextEncoder().encode(file) },
  }
}

/** Asks the address of a booking without an account to confirm it. It repeats no typed text. */
export function bookingConfirmationMail(deps: Deps, booking: ServiceBooking, key: string): Mail {
  return writeMail(deps, {
    kind: 'service-confirm',
    to: booking.contact.email,
    subject: `Confirm your service booking: ${bookingTime(booking.startsAt)}`,
    blocks: [
      greeting(),
      {
        text: `Someone booked a service with this email address. To keep the time, confirm the booking by ${formatTime(booking.confirmBy!)}.`,
      },
      rowsOf(booking, false),
      ...openRecallBlocks(booking),
      {
        action: 'Confirm your booking',
        url: mailPaths(deps).confirmServiceBooking(booking.bookingId, key),
      },
      {
        text: 'Wasn’t this you? There’s nothing you need to do. We’ll release the time within an hour.',
      },
    ],
  })
}
