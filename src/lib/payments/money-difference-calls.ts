import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { code, cursor, day, limit, nextCursor, text } from '#lib/shared/input.ts'
import { MoneyDifference } from './shapes.ts'

// The differences that the daily comparison with the payment providers has found.

export const listMoneyDifferences = endpoint({
  name: 'listMoneyDifferences',
  summary:
    'Lists unexplained differences between our records and the payment providers’, oldest first, with the time of the last comparison.',
  method: 'GET',
  path: '/staff/money-differences',
  who: { staff: 'money', machine: 'payments:write' },
  query: z.strictObject({ limit, cursor }),
  ok: 200,
  answer: z.object({
    differences: z.array(MoneyDifference),
    nextCursor,
    /** `null`: never yet. */
    compared: z.nullable(z.object({ day, at: z.string() })),
  }),
})

export const explainMoneyDifference = endpoint({
  name: 'explainMoneyDifference',
  summary:
    'Records the reason for a difference as it was read. It stays off the list until either side changes.',
  method: 'POST',
  path: '/staff/money-differences/:id/explain',
  who: { staff: 'money', machine: 'payments:write' },
  params: z.object({ id: code }),
  body: z.strictObject({
    explanation: text(500),
    ours: z.nullable(text(200)),
    theirs: z.nullable(text(200)),
  }),
  ok: 200,
  answer: MoneyDifference,
  errors: [404, 409, 422],
  isIdempotent: true,
})
