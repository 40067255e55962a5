import { EXPERIMENTS } from './lab.ts'
import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'

export const tryInLab = endpoint({
  name: 'tryInLab',
  summary: 'Demo mode only. Makes something go wrong on purpose, and returns the result so far.',
  method: 'POST',
  path: '/demo/lab',
  who: { anyone: 'in demo mode' },
  body: z.strictObject({ experiment: z.enum(EXPERIMENTS) }),
  ok: 200,
  answer: z.object({
    observed: z.string(),
    /** The demonstration’s time after it. */
    now: z.string(),
  }),
  errors: [404, 409],
})
