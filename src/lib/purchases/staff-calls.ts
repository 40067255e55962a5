import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { CarNumbers } from '#lib/purchases/forms.ts'
import { code, plate, text } from '#lib/shared/input.ts'
import { PurchaseJourney } from './shapes.ts'
import { PurchaseNote, StaffPurchase } from '#lib/staff/shapes.ts'

const params = z.object({ id: code })

export const getPurchaseForStaff = endpoint({
  name: 'getPurchaseForStaff',
  summary: 'A purchase with its payments, refunds, notes and history.',
  method: 'GET',
  path: '/staff/journeys/:id',
  who: { about: 'purchase', staff: 'sales', machine: 'purchases:read' },
  params,
  ok: 200,
  answer: StaffPurchase,
})

export const addPurchaseNote = endpoint({
  name: 'addPurchaseNote',
  summary: 'Adds a staff note to a purchase. The customer sees it if they download their data.',
  method: 'POST',
  path: '/staff/journeys/:id/notes',
  who: { about: 'purchase', staff: 'sales', machine: 'purchases:write' },
  params,
  body: z.strictObject({ text: text(1000) }),
  ok: 201,
  answer: PurchaseNote,
  errors: [422],
  isIdempotent: true,
})

export const cancelForCustomer = endpoint({
  name: 'cancelForCustomer',
  summary:
    'Cancels a purchase, releases the car and refunds all payments. The reason is recorded as a note. Honours If-Match.',
  method: 'POST',
  path: '/staff/journeys/:id/cancel',
  who: { about: 'purchase', staff: 'cancellation', machine: 'purchases:write' },
  params,
  body: z.strictObject({ reason: text(500) }),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 412, 422],
  isIdempotent: true,
})

export const recordCar = endpoint({
  name: 'recordCar',
  summary:
    'Assigns a car to a purchase by stock number and VIN: a factory order that has arrived, or another car of the same stock.',
  method: 'PUT',
  path: '/staff/journeys/:id/car',
  who: { about: 'purchase', staff: 'sales', machine: 'purchases:write' },
  params,
  body: CarNumbers,
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409],
})

export const findPurchase = endpoint({
  name: 'findPurchase',
  summary:
    'Finds a purchase by its reference, as read out or shown on a bank statement; 400 if a character is wrong.',
  method: 'GET',
  path: '/staff/references/:reference',
  who: { staff: 'sales', machine: 'payments:write', audit: 'each call' },
  params: z.object({
    reference: z.string().check(z.regex(/^[A-Za-z0-9 -]{1,40}$/, 'is not a reference')),
  }),
  ok: 200,
  answer: z.object({ purchaseJourneyId: z.string() }),
  errors: [404],
})

export const advanceJourney = endpoint({
  name: 'advanceJourney',
  summary:
    'Moves a purchase to its next stage: reserves a car where there was none, records that the sale agreement was accepted on paper (`agreement-accepted`, with `note`: how), changes a declined finance purchase to cash (`changed-to-cash`, with `note`: who agreed), or records the hand-over (`handed-over`, with `registration`: the plate of the new car, which is the customer’s from then on). All but `car-found` honour If-Match.',
  method: 'POST',
  path: '/staff/journeys/:id/advance',
  who: {
    about: 'purchase',
    staff: { by: 'event', rights: { 'car-found': 'allocation' }, otherwise: 'sales' },
    machine: 'purchases:write',
  },
  params,
  body: z.union([
    z.strictObject({ event: z.literal('car-found') }),
    /** With the plate of the new car. */
    z.strictObject({ event: z.literal('handed-over'), registration: plate }),
    z.strictObject({ event: z.enum(['agreement-accepted', 'changed-to-cash']), note: text(500) }),
  ]),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 412, 422],
  isIdempotent: true,
})
