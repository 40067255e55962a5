import { isDay } from '#lib/shared/dates.ts'
import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { OpenRecall } from '#lib/vehicles/recall-shapes.ts'
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
  .check(z.regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'must be an instant in UTC'))

const opaqueId = z.object({ id: code })

export const listServiceSlots = endpoint({
  name: 'listServiceSlots',
  summary: 'When a workshop has room for a service, by day: from one day to another, at most 42.',
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
    'Holds a time for five minutes, while its booking is typed. What was held before is let go.',
  method: 'POST',
  path: '/service/slots/hold',
  who: 'anyone',
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
  summary: 'Holds a time for five minutes more, at most half an hour in all.',
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
  summary: 'Lets a time go that is held.',
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
    'Books a service at a time that is held, and mails the confirmation. Without an account, or to another address than the customer’s own, it is mailed a link first, which confirms the booking within an hour; then its time is free again.',
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
  summary: 'Confirms a booking that was made without an account. One that is confirmed stays so.',
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
  summary: 'A service booking.',
  method: 'GET',
  path: '/service/bookings/:id',
  who: { owner: 'booking', staff: 'bookings', machine: 'bookings:read', visitor: true },
  params: opaqueId,
  ok: 200,
  answer: ServiceBooking,
})

export const changeServiceBooking = endpoint({
  name: 'changeServiceBooking',
  summary: 'Moves a booking to the time, the service and the outlet of a hold.',
  method: 'PATCH',
  path: '/service/bookings/:id',
  who: { owner: 'booking', staff: 'bookings', machine: 'bookings:write', visitor: true },
  params: opaqueId,
  body: z.strictObject({ holdId: code }),
  ok: 200,
  answer: ServiceBooking,
  errors: [409],
})

export const cancelServiceBooking = endpoint({
  name: 'cancelServiceBooking',
  summary: 'Cancels a booking. Asked again it answers the same.',
  method: 'DELETE',
  path: '/service/bookings/:id',
  who: { owner: 'booking', staff: 'bookings', machine: 'bookings:write', visitor: true },
  params: opaqueId,
  ok: 200,
  answer: ServiceBooking,
  errors: [409],
})

export const cancelBookingForCustomer = endpoint({
  name: 'cancelBookingForCustomer',
  summary:
    'Cancels a booking that the workshop cannot keep, for a reason that is mailed, until the service is over.',
  method: 'POST',
  path: '/staff/service-bookings/:id/cancel',
  who: { about: 'booking', staff: 'bookings', machine: 'bookings:write' },
  params: opaqueId,
  body: z.strictObject({ reason: text(300) }),
  ok: 200,
  answer: ServiceBooking,
  errors: [409, 422],
  isIdempotent: true,
})

export const listBookingsToCome = endpoint({
  name: 'listBookingsToCome',
  summary: 'Everybody’s service bookings that are to come, the next one first.',
  method: 'GET',
  path: '/staff/service-bookings',
  who: { staff: 'bookings', machine: 'bookings:read', audit: 'each call' },
  query: z.strictObject({ limit, cursor }),
  ok: 200,
  answer: z.object({
    bookings: z.array(
      z.object({
        ...ServiceBooking.shape,
        /** Recalls of the car that are open and not booked with it. */
        openRecalls: z.optional(z.array(OpenRecall)),
      }),
    ),
    nextCursor,
  }),
})

export const listServiceBookings = endpoint({
  name: 'listServiceBookings',
  summary: 'A customer’s service bookings, those to come first.',
  method: 'GET',
  path: '/customer/:id/service-bookings',
  who: { owner: 'customer', staff: 'bookings', machine: 'bookings:read' },
  params: z.object({ id: customerNumber }),
  ok: 200,
  answer: z.object({ bookings: z.array(ServiceBooking) }),
})
