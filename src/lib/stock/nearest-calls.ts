import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { code } from '#lib/shared/input.ts'
import { Quote, QuoteRequest } from '#lib/quotes/shapes.ts'

export const listNearestCars = endpoint({
  name: 'listNearestCars',
  summary:
    'Lists the cars in stock most like the one a purchase is waiting for, with the differences. Empty if the purchase isn’t waiting for a car.',
  method: 'GET',
  path: '/purchase-journey/:id/nearest-cars',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:read' },
  params: z.object({ id: code }),
  ok: 200,
  answer: z.object({
    cars: z.array(
      z.object({
        /** The request to quote this car. */
        request: QuoteRequest,
        vehicle: Quote.shape.vehicle,
        driveAwayCents: z.int(),
        /** The price difference from the ordered car; negative if cheaper. */
        differenceCents: z.int(),
        differences: z.array(
          z.object({
            what: z.enum(['Model', 'Grade', 'Option', 'Colour', 'Interior']),
            ordered: z.string(),
            here: z.string(),
          }),
        ),
        /** The days between which it would be ready if ordered today. */
        ready: z.object({ from: z.string(), to: z.string() }),
      }),
    ),
  }),
})
