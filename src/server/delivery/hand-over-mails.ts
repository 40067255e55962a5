import type { HandOver } from '#lib/purchases/hand-over-shapes.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { handOverAppointment } from '#lib/purchases/hand-over.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import { calendarFile } from '#lib/service/calendar.ts'
import { CHANGE_UNTIL_HOURS } from '#lib/service/slots.ts'
import { addressLine, bookingTime, type Outlet } from '#lib/service/labels.ts'
import type { Deps } from '#server/deps.ts'
import { writePurchaseMail, type PurchaseMail } from '#server/journeys/mail-context.ts'
import type { aftercareOf } from '#server/vehicles/ownerships.ts'
import type { Mail, Row } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carName } from '#server/quotes/quote-blocks.ts'

const NEWS = {
  booked: {
    subject: 'Your hand-over is booked',
    text: 'Your appointment is booked. We look forward to seeing you.',
  },
  changed: {
    subject: 'Your hand-over has a new time',
    text: 'Your appointment has changed. Here are the new details.',
  },
  cancelled: {
    subject: 'Your hand-over appointment is cancelled',
    text: 'Your appointment is cancelled. You can choose a new hand-over time under My Purchases.',
  },
  'car-later': {
    subject: 'Please choose a new hand-over time',
    text: 'We now expect your car after your appointment, so we’ve cancelled the appointment. Please choose a new hand-over time under My Purchases.',
  },
  'purchase-ended': {
    subject: 'Your hand-over appointment is cancelled',
    text: 'Your purchase has been cancelled, so we’ve cancelled this appointment too.',
  },
}

/** News of the hand-over appointment, with a file for the calendar. */
export const handOverChangedMail = (
  deps: Deps,
  purchase: PurchaseMail & {
    news: keyof typeof NEWS
    outlet: HandOver['outlet']
    appointment: NonNullable<HandOver['appointment']>
  },
): Mail => {
  const { news, outlet, appointment } = purchase
  const { subject, text } = NEWS[news]
  const car = carName(purchase.quote)
  const isCancelled = news !== 'booked' && news !== 'changed'
  const url = mailPaths(deps).customer('agreements')
  const file = calendarFile(
    handOverAppointment({
      purchaseJourneyId: purchase.purchaseJourneyId,
      car,
      outlet,
      appointment,
      url,
      writtenAt: deps.now().toISOString(),
      isCancelled,
    }),
  )
  return {
    ...writePurchaseMail(deps, purchase, {
      kind: `hand-over-${news}`,
      subject: `${subject}: ${car}`,
      blocks: [
        { text },
        {
          rows: [
            ['Car', car],
            [isCancelled ? 'Was booked for' : 'When', bookingTime(appointment.startsAt)],
            ['Where', `${outlet.name}, ${addressLine({ outlet })}`],
            ['Phone', shownPhone(outlet.phone)],
          ],
        },
        ...(isCancelled
          ? []
          : [
              {
                text: `Please bring your driver licence. If you’re trading in a car, bring it with all its keys. Your checklist is under My Purchases. You can change or cancel the appointment there until ${CHANGE_UNTIL_HOURS} hours before it starts.`,
              },
            ]),
        { action: 'Open My Purchases', url },
      ],
    }),
    attachment: { name: 'hand-over.ics', bytes: new TextEncoder().encode(file) },
  }
}

/** Congratulates on the new car, with its service, its warranty and a number to call. */
export const carHandedOverMail = (
  deps: Deps,
  purchase: PurchaseMail & {
    registration: string
    vin: string | undefined
    aftercare: ReturnType<typeof aftercareOf>
    outlet: Pick<Outlet, 'name' | 'phone'> | undefined
  },
): Mail => {
  const { quote, vin, outlet } = purchase
  const { warrantyUntil, warrantyKm, firstServiceDay, firstServiceKm } = purchase.aftercare
  const { brand } = deps.catalogue
  const { name, phone } = outlet ?? brand
  return writePurchaseMail(deps, purchase, {
    kind: 'handed-over',
    subject: `Congratulations on your new ${carName(quote)}`,
    blocks: [
      {
        text: `Congratulations! The ${carName(quote)} is yours. Thank you for buying from us.`,
      },
      {
        rows: [
          ['Registration', purchase.registration],
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
        text: 'Your car is now in your profile, with its key dates and any recalls. You can book a service there too. Your agreement and receipts are under My Purchases.',
      },
      { action: 'See your car', url: mailPaths(deps).customer('profile') },
      { action: 'Open My Purchases', url: mailPaths(deps).customer('agreements') },
      { text: `Any questions? Call ${name} on ${shownPhone(phone)}.` },
    ],
  })
}
