import type { HandOver } from '#lib/purchases/hand-over-shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { handOverAppointment } from '#lib/purchases/hand-over.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import { calendarFile } from '#lib/service/calendar.ts'
import { CHANGE_UNTIL_HOURS } from '#lib/service/slots.ts'
import { addressLine, bookingTime, type Outlet } from '#lib/service/labels.ts'
import type { Deps } from '#server/deps.ts'
import type { aftercareOf } from '#server/vehicles/ownerships.ts'
import { greeting, writeMail, type Mail, type Buyer, type Row } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carName } from '#server/quotes/quote-blocks.ts'

const NEWS = {
  booked: {
    subject: 'Your hand-over is booked',
    text: 'Your appointment is booked. We look forward to it.',
  },
  changed: {
    subject: 'Your hand-over has another time',
    text: 'Your appointment has changed. This is how it is now.',
  },
  cancelled: {
    subject: 'Your hand-over appointment is cancelled',
    text: 'The appointment is cancelled. You can choose another time under My Purchases.',
  },
  'car-later': {
    subject: 'Please choose another time for your hand-over',
    text: 'Your car is expected later than your appointment, which is cancelled. You can choose another time under My Purchases.',
  },
  'purchase-ended': {
    subject: 'Your hand-over appointment is cancelled',
    text: 'The appointment is cancelled, as your purchase is.',
  },
}

/** Tells a customer what became of the appointment for the hand-over, with a file for the calendar. */
export const handOverMail = (
  deps: Deps,
  {
    quote,
    purchaseJourneyId,
    news,
    outlet,
    appointment,
    ...recipient
  }: Buyer & {
    quote: Quote
    purchaseJourneyId: string
    news: keyof typeof NEWS
    outlet: HandOver['outlet']
    appointment: NonNullable<HandOver['appointment']>
  },
): Mail => {
  const { subject, text } = NEWS[news]
  const isCancelled = news !== 'booked' && news !== 'changed'
  const url = mailPaths(deps).customer('agreements')
  const file = calendarFile(
    handOverAppointment({
      purchaseJourneyId,
      car: carName(quote),
      outlet,
      appointment,
      url,
      writtenAt: deps.now().toISOString(),
      isCancelled,
    }),
  )
  return {
    ...writeMail(deps, {
      kind: `hand-over-${news}`,
      to: recipient.to,
      reference: recipient.reference,
      subject: `${subject}: ${carName(quote)}`,
      blocks: [
        greeting(recipient.firstName),
        { text },
        {
          rows: [
            ['Car', carName(quote)],
            [isCancelled ? 'It was' : 'When', bookingTime(appointment.startsAt)],
            ['Where', `${outlet.name}, ${addressLine({ outlet })}`],
            ['Phone', shownPhone(outlet.phone)],
          ],
        },
        ...(isCancelled
          ? []
          : [
              {
                text: `Please bring your driver licence. Under My Purchases you can change or cancel it until ${CHANGE_UNTIL_HOURS} hours before.`,
              },
            ]),
        { action: 'Open My Purchases', url },
      ],
    }),
    attachment: { name: 'hand-over.ics', bytes: new TextEncoder().encode(file) },
  }
}

/** Congratulates on the new car: what it comes with, where its papers are, and whom to call. */
export const carHandedOverMail = (
  deps: Deps,
  {
    quote,
    registration,
    vin,
    aftercare,
    outlet,
    ...recipient
  }: Buyer & {
    quote: Quote
    registration: string
    vin: string | undefined
    aftercare: ReturnType<typeof aftercareOf>
    outlet: Pick<Outlet, 'name' | 'phone'> | undefined
  },
): Mail => {
  const { warrantyUntil, warrantyKm, firstServiceDay, firstServiceKm } = aftercare
  const { brand } = deps.catalogue
  const { name, phone } = outlet ?? brand
  return writeMail(deps, {
    kind: 'handed-over',
    to: recipient.to,
    reference: recipient.reference,
    subject: `Congratulations on your new ${carName(quote)}`,
    blocks: [
      greeting(recipient.firstName),
      {
        text: `Congratulations! Your ${carName(quote)} is yours. Thank you for buying it from us.`,
      },
      {
        rows: [
          ['Registration', registration],
          ...(vin ? [['VIN', vin] as Row] : []),
          [
            'First service',
            formatDay(firstServiceDay),
            `Or at ${formatNumber(firstServiceKm)} km, whichever comes first`,
          ],
          [
            'Warranty until',
            formatDay(warrantyUntil),
            `Or ${formatNumber(warrantyKm)} km, whichever comes first`,
          ],
        ],
      },
      {
        text: 'The car is in your profile now. You can see its dates and recalls there, and book a service. Your agreement and receipts are under My Purchases.',
      },
      { action: 'See your car', url: mailPaths(deps).customer('profile') },
      { action: 'Open My Purchases', url: mailPaths(deps).customer('agreements') },
      { text: `Any questions? Call ${name} on ${shownPhone(phone)}.` },
    ],
  })
}
