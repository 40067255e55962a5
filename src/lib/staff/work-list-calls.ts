import { WORK_RIGHTS } from './staff-roles.ts'
import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { cents, code, cursor, day, limit, nextCursor, plate, text } from '#lib/shared/input.ts'
import { neededWhenApproved, PurchaseJourney } from '#lib/purchases/shapes.ts'
import { Payment, ReviewOutcome } from '#lib/payments/shapes.ts'
import { WorkItem, WorkKind } from './shapes.ts'

// Calls of staff about purchases; other kinds of work have their calls with their subject.

const params = z.object({ id: code })
export const listWork = endpoint({
  name: 'listWork',
  summary: 'What waits for our people, of a kind or of all, the longest waiting first.',
  method: 'GET',
  path: '/staff/work',
  who: {
    staff: { by: 'kind', rights: WORK_RIGHTS, otherwise: 'sales' },
    machine: 'purchases:read',
    audit: 'each call',
  },
  query: z.strictObject({ kind: z.optional(WorkKind), limit, cursor }),
  ok: 200,
  answer: z.object({ items: z.array(WorkItem), nextCursor }),
})

export const countWork = endpoint({
  name: 'countWork',
  summary: 'How much of each kind waits for our people; no more than 100 are counted.',
  method: 'GET',
  path: '/staff/work/counts',
  who: { staff: 'sales', machine: 'purchases:read' },
  ok: 200,
  answer: z.object({ counts: z.record(WorkKind, z.int()) }),
})

export const offerForTradeIn = endpoint({
  name: 'offerForTradeIn',
  summary:
    'Offers a price for a trade-in that waits for one, or another price while the offer is not accepted. The customer is told.',
  method: 'POST',
  path: '/staff/journeys/:id/trade-in-offers',
  who: { about: 'purchase', staff: 'sales', machine: 'purchases:write' },
  params,
  body: z.strictObject({
    vehicleId: code,
    offerCents: cents.check(z.gte(1, 'must be above zero')),
  }),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 422],
  isIdempotent: true,
})

export const decideFinance = endpoint({
  name: 'decideFinance',
  summary:
    'Records what was decided of a finance application that the lender leaves to a person, corrects what a person decided until the purchase is confirmed, or records another answer to a confirmed purchase that the lender refuses or whose approval has run out; an approval needs limit, rate and last day. If-Match is honoured. The customer is told.',
  method: 'POST',
  path: '/staff/journeys/:id/credit-decision',
  who: { about: 'purchase', staff: 'credit', machine: 'finance:decide' },
  params,
  body: z
    .strictObject({
      code: z.enum(['AUTOAPPR', 'CONDITIONL', 'DECLINE']),
      limitCents: z.optional(cents),
      annualRatePct: z.optional(z.number().check(z.gte(0), z.lte(100))),
      validUntil: z.optional(day),
      conditions: z
        .array(z.string().check(z.minLength(1), z.maxLength(200)))
        .check(z.maxLength(10)),
      /** Replaces the decision that a person made before. */
      isCorrection: z.optional(z.boolean()),
    })
    .check(
      neededWhenApproved('limitCents'),
      neededWhenApproved('annualRatePct'),
      neededWhenApproved('validUntil'),
    ),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 412, 422],
  isIdempotent: true,
})

export const advanceJourney = endpoint({
  name: 'advanceJourney',
  summary:
    'Moves a purchase on: holds a car for one that had none, notes that the sale agreement was accepted on paper (`agreement-accepted`, with `note`: how), changes one that the lender does not finance to cash (`changed-to-cash`, with `note`: who agreed), or notes that the car was handed over (`handed-over`, with `registration`: the plate of the new car, which is the customer’s from then on).',
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
  errors: [409, 422],
  isIdempotent: true,
})

export const decideReview = endpoint({
  name: 'decideReview',
  summary: 'Ends the review of a payment: the money came and counts, it goes back, or none came.',
  method: 'POST',
  path: '/staff/journeys/:id/payment-reviews',
  who: { about: 'purchase', staff: 'money', machine: 'payments:write' },
  params,
  body: z.strictObject({
    paymentId: code,
    outcome: ReviewOutcome,
  }),
  ok: 200,
  answer: Payment,
  errors: [409, 422],
  isIdempotent: true,
})
