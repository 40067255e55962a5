import { isDay } from '#lib/shared/dates.ts'
import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { ServiceBooking, ServiceContact, ServiceHold, ServiceRegistration } from './shapes.ts'
import {
  code,
  cursor,
  customerNumber,
  limit,
  nextCursor,
  text,
  textOrEmpty,
} from '#lib/shared/input.ts'

const calendarDay = z
  .string()
  .check(z.refine((typed) => typed.length === 10 && isDay(typed), 'must be a date, yyyy-mm-dd'))

/** An instant in the form that our answers have. */
const instant = z
  .string()
  .check(z.regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'must be a date and time in UTC'))

const opaqueId = z.object({ id: code })

const CHANGES_BOOKING = {
  owner: 'booking',
  staff: 'bookings',
  machine: 'bookings:write',
  visitor: true,
  // A booking may have no account.
  audit: 'each call',
} as const

export const listServiceSlots = endpoint({
  name: 'listServiceSlots',
  summary: 'Lists the free times for a service at a workshop, by day, for up to 42 days.',
  method: 'GET',
  path: '/service/slots',
  who: 'anyone',
  query: z.strictObject({
    outletCode: code,
    serviceCode: code,
    /** The first day, `yyyy-mm-dd` in New Zealand. */
    date: calendarDay,
    /** The last day; without it, the first alone. */
    until: z.optional(calendarDay),
  }),
  ok: 200,
  answer: z.object({
    days: z.array(
      z.object({
        day: z.string(),
        /** `FULL`: open, but no time is left. */
        state: z.enum(['OPEN', 'FULL', 'CLOSED']),
        /** The public holiday it is closed for. */
        holiday: z.nullable(z.string()),
        /** Instants the car may be brought in at. */
        starts: z.array(z.string()),
      }),
    ),
    /** The first and the last day that can be booked at all. */
    firstDay: z.string(),
    lastDay: z.string(),
  }),
})

export const holdServiceSlot = endpoint({
  name: 'holdServiceSlot',
  summary:
    'Holds a time for five minutes while the customer enters their booking. Releases the time held before. Visitors without an account share a part of each day.',
  method: 'POST',
  path: '/service/slots/hold',
  who: { owner: [], staff: 'bookings', machine: 'bookings:write', visitor: true },
  body: z.strictObject({
    outletCode: code,
    serviceCode: code,
    startsAt: instant,
    /** The caller’s earlier hold, which this one replaces. */
    replaces: z.optional(code),
  }),
  ok: 201,
  answer: ServiceHold,
  errors: [409],
  isIdempotent: true,
})

export const renewServiceHold = endpoint({
  name: 'renewServiceHold',
  summary: 'Holds a time for another five minutes, up to half an hour in total.',
  method: 'PUT',
  path: '/service/slots/hold/:id',
  who: { anyone: 'with the id' },
  params: opaqueId,
  ok: 200,
  answer: ServiceHold,
  errors: [404, 409],
})

export const releaseServiceHold = endpoint({
  name: 'releaseServiceHold',
  summary: 'Releases a held time.',
  method: 'DELETE',
  path: '/service/slots/hold/:id',
  who: { anyone: 'with the id' },
  params: opaqueId,
  ok: 204,
  answer: null,
})

export const bookService = endpoint({
  name: 'bookService',
  summary:
    'Books a service at a held time and emails the confirmation. Without an account, or with another address than the customer’s own, we first email a link to confirm the booking within an hour. After that, the time is released.',
  method: 'POST',
  path: '/service/bookings',
  who: {
    owner: 'customer in the body',
    staff: 'bookings',
    machine: 'bookings:write',
    visitor: true,
  },
  body: z.strictObject({
    holdId: code,
    registration: ServiceRegistration,
    contact: ServiceContact,
    note: z.optional(textOrEmpty(500)),
    /** Open recalls of the car that are repaired at the same visit. */
    recallNumbers: z.optional(z.array(text(40)).check(z.maxLength(20))),
    /** The customer of the booking. Without it a customer books for themselves. */
    customerId: z.optional(z.int().check(z.gte(1))),
  }),
  ok: 201,
  answer: z.object({
    booking: ServiceBooking,
    /** Opens the booking without signing in: `X-Booking-Key`. */
    bookingKey: z.string(),
  }),
  errors: [409],
  isIdempotent: true,
  mayNeedCaptcha: true,
})

export const confirmServiceBooking = endpoint({
  name: 'confirmServiceBooking',
  summary: 'Confirms a booking made without an account. Confirming it again changes nothing.',
  method: 'POST',
  path: '/service/bookings/:id/confirm',
  who: { anyone: 'with the key of the email' },
  params: opaqueId,
  body: z.strictObject({ key: code }),
  ok: 200,
  answer: z.object({ booking: ServiceBooking, bookingKey: z.string() }),
  errors: [404, 409],
})

export const getServiceBooking = endpoint({
  name: 'getServiceBooking',
  summary: 'Returns a service booking.',
  method: 'GET',
  path: '/service/bookings/:id',
  who: {
    owner: 'booking',
    staff: 'bookings',
    machine: 'bookings:read',
    visitor: true,
    // A booking may have no account.
    audit: 'each call',
  },
  params: opaqueId,
  ok: 200,
  answer: ServiceBooking,
})

export const changeServiceBooking = endpoint({
  name: 'changeServiceBooking',
  summary: 'Moves a booking to the time, service and dealer of a hold.',
  method: 'PATCH',
  path: '/service/bookings/:id',
  who: CHANGES_BOOKING,
  params: opaqueId,
  body: z.strictObject({ holdId: code }),
  ok: 200,
  answer: ServiceBooking,
  errors: [409],
})

export const cancelServiceBooking = endpoint({
  name: 'cancelServiceBooking',
  summary: 'Cancels a booking. A repeated request returns the same answer.',
  method: 'DELETE',
  path: '/service/bookings/:id',
  who: CHANGES_BOOKING,
  params: opaqueId,
  ok: 200,
  answer: ServiceBooking,
  errors: [409],
})

export const cancelBookingForCustomer = endpoint({
  name: 'cancelBookingForCustomer',
  summary:
    'Cancels a booking the workshop can’t keep, until the service is over; 409 if it starts at another time than `startsAt` by now. Emails the customer the reason.',
  method: 'POST',
  path: '/staff/service-bookings/:id/cancel',
  who: { about: 'booking', staff: 'bookings', machine: 'bookings:write', audit: 'each call' },
  params: opaqueId,
  body: z.strictObject({ reason: text(300), startsAt: z.optional(instant) }),
  ok: 200,
  answer: ServiceBooking,
  errors: [409, 422],
  isIdempotent: true,
})

export const listBookingsToCome = endpoint({
  name: 'listBookingsToCome',
  summary: 'Lists all customers’ upcoming service bookings, the next one first.',
  method: 'GET',
  path: '/staff/service-bookings',
  who: { staff: 'bookings', machine: 'bookings:read', audit: 'each call' },
  query: z.strictObject({ limit, cursor }),
  ok: 200,
  answer: z.object({
    bookings: z.array(ServiceBooking),
    nextCursor,
  }),
})

export const listServiceBookings = endpoint({
  name: 'listServiceBookings',
  summary: 'Lists a customer’s service bookings, upcoming ones first.',
  method: 'GET',
  path: '/customer/:id/service-bookings',
  who: { owner: 'customer', staff: 'bookings', machine: 'bookings:read' },
  params: z.object({ id: customerNumber }),
  ok: 200,
  answer: z.object({ bookings: z.array(ServiceBooking) }),
})
