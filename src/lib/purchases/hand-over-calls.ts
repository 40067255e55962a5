import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { HandOver } from './hand-over-shapes.ts'
import { code } from '#lib/shared/input.ts'

/** The appointment at which a car is handed over: once the agreement is accepted, at the purchase's outlet. */

const params = z.object({ id: code })

export const listHandOverTimes = endpoint({
  name: 'listHandOverTimes',
  summary: 'The days that have times left for the hand-over at the outlet of a purchase.',
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
  summary:
    'Books the hand-over, or another time for it; 409 where somebody else has the time. Booked again, it answers the same.',
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
  summary: 'Cancels the appointment; where there is none, nothing happens.',
  method: 'DELETE',
  path: '/purchase-journey/:id/hand-over',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:write' },
  params,
  ok: 200,
  answer: HandOver,
  errors: [409],
})
