import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { HandOver } from './hand-over-shapes.ts'
import { PurchaseRecord } from '#lib/payments/shapes.ts'
import { DeliveryStatus } from '#lib/codes.ts'
import { code, day, text } from '#lib/shared/input.ts'

// How a car comes to its buyer: the stages and dates of its delivery, and the appointment at which it is handed over.

const params = z.object({ id: code })

export const recordDelivery = endpoint({
  name: 'recordDelivery',
  summary:
    'Records a later delivery stage, an estimated delivery window, or both. Emails the customer. Honours If-Match.',
  method: 'POST',
  path: '/staff/journeys/:id/delivery',
  who: { about: 'purchase', staff: 'sales', machine: 'purchases:write' },
  params,
  body: z
    .strictObject({
      deliveryStatus: z.optional(DeliveryStatus),
      estimate: z.optional(z.strictObject({ from: day, to: day })),
      /** Why the estimate moved, as the customer reads it. */
      note: z.optional(text(300)),
    })
    .check(
      z.refine(
        ({ deliveryStatus, estimate }) => deliveryStatus !== undefined || estimate !== undefined,
        'has neither a stage nor an estimate',
      ),
    ),
  ok: 200,
  answer: PurchaseRecord,
  errors: [409, 412],
})

export const listHandOverTimes = endpoint({
  name: 'listHandOverTimes',
  summary: 'Lists the days with hand-over times available at the dealer of a purchase.',
  method: 'GET',
  path: '/purchase-journey/:id/hand-over-times',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:read' },
  params,
  ok: 200,
  answer: z.object({
    /** `yyyy-mm-dd`, with the instants of its times. */
    days: z.array(z.object({ day: z.string(), starts: z.array(z.string()) })),
    firstDay: z.string(),
    lastDay: z.string(),
  }),
  errors: [409],
})

export const bookHandOver = endpoint({
  name: 'bookHandOver',
  summary: 'Books or moves the hand-over appointment; 409 if the time is taken. Idempotent.',
  method: 'PUT',
  path: '/purchase-journey/:id/hand-over',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:write' },
  params,
  body: z.strictObject({ startsAt: z.string().check(z.maxLength(30)) }),
  ok: 200,
  answer: HandOver,
  errors: [409],
})

export const cancelHandOver = endpoint({
  name: 'cancelHandOver',
  summary: 'Cancels the hand-over appointment, if there is one.',
  method: 'DELETE',
  path: '/purchase-journey/:id/hand-over',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:write' },
  params,
  ok: 200,
  answer: HandOver,
  errors: [409],
})
