import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'
import { showBooking } from './booking-view.ts'
import { bookingKey, confirmKey } from './keys.ts'
import { bookingChangedMail, bookingConfirmationMail } from './mails.ts'
import type { ServiceBookingRow } from './tables.ts'

const NEWS = {
  booked: 'booking.made',
  changed: 'booking.changed',
  cancelled: 'booking.cancelled',
} as const

/** Mails the customer about a change to a booking, and sends the webhook. */
export const tellOfBooking = async (
  deps: Deps,
  trx: Trx,
  news: Parameters<typeof bookingChangedMail>[1],
  row: ServiceBookingRow,
  reason?: string,
): Promise<void> => {
  const key = bookingKey(deps.keys, row.booking_id)
  const isProven = row.is_address_proven === 1
  await enqueueMail(
    deps,
    trx,
    bookingChangedMail(deps, news, await showBooking(deps, trx, row), { key, reason, isProven }),
    { customerId: row.customer_id },
  )
  await enqueueWebhook(trx, {
    type: NEWS[news],
    at: row.updated_at,
    bookingId: row.booking_id,
    status: row.status,
  })
}

/** Mails a visitor the link that confirms their booking. */
export const askToConfirm = async (deps: Deps, trx: Trx, row: ServiceBookingRow): Promise<void> => {
  const key = confirmKey(deps.keys, row.booking_id)
  await enqueueMail(
    deps,
    trx,
    bookingConfirmationMail(deps, await showBooking(deps, trx, row), key),
    { giveUpAt: new Date(row.confirm_by!) },
  )
}
