import { z } from '#lib/zod.ts'
import { endpoint } from './endpoint.ts'
import { JourneyStatus } from './shapes/codes.ts'
import { cents, code, cursor, day, limit, nextCursor } from './shapes/input.ts'
import { JourneySummary, PurchaseJourney, TradeVehicle } from './shapes/journey.ts'
import { Payment } from './shapes/payment.ts'

// What our people do for purchases: the rest of their list stands with what it is about.

const params = z.object({ id: code })
const buyer = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  mobilePhone: z.nullable(z.string()),
})

export const listAppraisals = endpoint({
  name: 'listAppraisals',
  summary: 'Trade-ins that wait for an offer, the longest waiting first.',
  method: 'GET',
  path: '/staff/appraisals',
  auth: 'bearer',
  who: 'staff only',
  query: z.strictObject({ limit, cursor }),
  ok: 200,
  answer: z.object({
    appraisals: z.array(
      z.object({ purchaseJourneyId: z.string(), customer: buyer, vehicle: TradeVehicle }),
    ),
    nextCursor,
  }),
  errors: [401, 403],
})

export const offerForTradeIn = endpoint({
  name: 'offerForTradeIn',
  summary:
    'Offers a price for a trade-in that waits for one, or another price while the offer is not accepted. The customer is told.',
  method: 'POST',
  path: '/staff/journeys/:id/trade-in-offers',
  auth: 'bearer',
  who: 'staff only',
  params,
  body: z.strictObject({
    vehicleId: code,
    offerCents: cents.check(z.gte(1, 'must be above zero')),
  }),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [401, 403, 404, 409, 422],
  isIdempotent: true,
})

export const decideFinance = endpoint({
  name: 'decideFinance',
  summary: 'Records what was decided of a finance application. The customer is told.',
  method: 'POST',
  path: '/staff/journeys/:id/credit-decision',
  auth: 'bearer',
  who: 'staff only',
  params,
  body: z.strictObject({
    code: z.enum(['AUTOAPPR', 'CONDITIONL', 'DECLINE']),
    limitCents: z.optional(cents),
    validUntil: z.optional(day),
    conditions: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(10)),
  }),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [401, 403, 404, 409, 422],
  isIdempotent: true,
})

export const listJourneys = endpoint({
  name: 'listJourneys',
  summary: 'Purchases in a status, those that nothing has happened to for longest first.',
  method: 'GET',
  path: '/staff/journeys',
  auth: 'bearer',
  who: 'staff only',
  query: z.strictObject({ status: JourneyStatus, limit, cursor }),
  ok: 200,
  answer: z.object({
    journeys: z.array(z.object({ customer: buyer, journey: JourneySummary })),
    nextCursor,
  }),
  errors: [401, 403],
})

export const advanceJourney = endpoint({
  name: 'advanceJourney',
  summary:
    'Moves a purchase on: holds a car for one that had none, notes that the sale agreement was accepted, or that the car was handed over.',
  method: 'POST',
  path: '/staff/journeys/:id/advance',
  auth: 'bearer',
  who: 'staff only',
  params,
  body: z.strictObject({ event: z.enum(['car-found', 'agreement-accepted', 'handed-over']) }),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [401, 403, 404, 409, 422],
  isIdempotent: true,
})

export const listReviews = endpoint({
  name: 'listReviews',
  summary: 'Payments that a person has to look at, the longest waiting first.',
  method: 'GET',
  path: '/staff/payments',
  auth: 'bearer',
  who: 'staff only',
  query: z.strictObject({ limit, cursor }),
  ok: 200,
  answer: z.object({ payments: z.array(Payment), nextCursor }),
  errors: [401, 403],
})

export const decideReview = endpoint({
  name: 'decideReview',
  summary:
    'Says what came of a payment that a person had to look at: the money goes back, or none had come.',
  method: 'POST',
  path: '/staff/journeys/:id/payment-reviews',
  auth: 'bearer',
  who: 'staff only',
  params,
  body: z.strictObject({ paymentId: code, outcome: z.enum(['SEND_BACK', 'NOTHING_CAME']) }),
  ok: 200,
  answer: Payment,
  errors: [401, 403, 404, 409, 422],
  isIdempotent: true,
})
