import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { cents, code } from '#lib/shared/input.ts'

const params = z.object({ id: code })

export const answerTradeInOffer = endpoint({
  name: 'answerTradeInOffer',
  summary:
    'Accepts or declines a trade-in offer on a confirmed purchase, or requests a new one after it expires; 409 once the agreement is accepted. The price stays the same; the balance changes. Honours If-Match.',
  method: 'POST',
  path: '/purchase-journey/:id/trade-in-answers',
  who: { owner: 'purchase', staff: 'sales' },
  params,
  body: z.strictObject({
    vehicleId: code,
    answer: z.enum(['ACCEPT', 'DECLINE', 'APPRAISAL']),
  }),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 412, 422],
  isIdempotent: true,
})

export const offerForTradeIn = endpoint({
  name: 'offerForTradeIn',
  summary:
    'Makes an offer for a trade-in, or changes one that isn’t accepted yet. Emails the customer. Honours If-Match.',
  method: 'POST',
  path: '/staff/journeys/:id/trade-in-offers',
  who: { about: 'purchase', staff: 'sales', machine: 'purchases:write' },
  params,
  body: z.strictObject({
    vehicleId: code,
    offerCents: cents.check(z.gte(1, 'must be more than $0')),
  }),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 412, 422],
  isIdempotent: true,
})
