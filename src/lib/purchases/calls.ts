import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { PurchaseRecord, Reservation } from '#lib/payments/shapes.ts'
import { cents, code, cursor, customerNumber, limit, nextCursor, text } from '#lib/shared/input.ts'
import { TradeInformationInput } from './forms.ts'
import { JourneyPatch, JourneySummary, PurchaseJourney } from './shapes.ts'

const params = z.object({ id: code })
const customerParams = z.object({ id: customerNumber })

export const getPurchaseJourney = endpoint({
  name: 'getPurchaseJourney',
  summary: 'A purchase journey, with its version in the ETag.',
  method: 'GET',
  path: '/purchase-journey/:id',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:read' },
  params,
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
})

export const updatePurchaseJourney = endpoint({
  name: 'updatePurchaseJourney',
  summary: 'Updates a started journey; honours If-Match.',
  method: 'PATCH',
  path: '/purchase-journey/:id',
  who: {
    owner: 'purchase',
    staff: 'sales',
    ownersField: 'financeApplication',
    refusal: 'Only the customer can fill in a finance application.',
  },
  params,
  body: JourneyPatch,
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 412],
})

export const deletePurchaseJourney = endpoint({
  name: 'deletePurchaseJourney',
  summary: 'Deletes a journey that hasn’t been confirmed.',
  method: 'DELETE',
  path: '/purchase-journey/:id',
  who: { owner: 'purchase', staff: 'sales' },
  params,
  ok: 200,
  answer: null,
  errors: [409],
})

export const confirmPurchase = endpoint({
  name: 'confirmPurchase',
  summary:
    'Confirms a purchase at a given price; 409 with the new total if the price has changed. Honours If-Match.',
  method: 'POST',
  path: '/purchase-journey/:id/confirm-purchase',
  who: { owner: 'purchase', staff: 'sales' },
  params,
  body: z.strictObject({
    acceptedTotalCents: cents,
    termsVersion: text(40),
    signatureName: text(121),
  }),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 412, 422],
  isIdempotent: true,
})

export const cancelPurchase = endpoint({
  name: 'cancelPurchase',
  summary:
    'Cancels a purchase, releases the car and refunds all payments. Customers can do this within the cancellation window, staff at any time.',
  method: 'POST',
  path: '/purchase-journey/:id/cancel',
  who: { owner: 'purchase', staff: 'cancellation' },
  params,
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 422],
  isIdempotent: true,
})

export const getPurchaseRecord = endpoint({
  name: 'getPurchaseRecord',
  summary: 'Progress of a confirmed purchase: delivery dates, payments, refunds and cancellation.',
  method: 'GET',
  path: '/purchase-journey/:id/record',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:read' },
  params,
  ok: 200,
  answer: PurchaseRecord,
})

export const listPurchaseJourneys = endpoint({
  name: 'listPurchaseJourneys',
  summary: 'Lists a customer’s purchases, newest first.',
  method: 'GET',
  path: '/customer/:id/purchase-journeys',
  who: { owner: 'customer', staff: 'sales', machine: 'purchases:read' },
  params: customerParams,
  query: z.strictObject({ limit, cursor }),
  ok: 200,
  answer: z.object({
    purchaseJourneyList: z.array(JourneySummary),
    nextCursor,
  }),
})

export const createPurchaseJourney = endpoint({
  name: 'createPurchaseJourney',
  summary: 'Starts a purchase from a customer’s quote; 409 if the quote already has one.',
  method: 'POST',
  path: '/customer/:id/purchase-journeys',
  who: { owner: 'customer', staff: 'sales' },
  params: customerParams,
  body: z.strictObject({
    quoteId: code,
    outletCode: z.optional(z.nullable(code)),
    tradeInformation: z.optional(TradeInformationInput),
  }),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 422],
  isIdempotent: true,
})

export const listReservations = endpoint({
  name: 'listReservations',
  summary: 'Lists a customer’s reservations; absent while the feature is off.',
  method: 'GET',
  path: '/customer/:id/reservations',
  who: { owner: 'customer', staff: 'sales', machine: 'purchases:read' },
  params: customerParams,
  ok: 200,
  answer: z.object({ reservations: z.array(Reservation) }),
})
