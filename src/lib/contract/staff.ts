import { z } from '#lib/zod.ts'
import { endpoint } from './endpoint.ts'
import { Acting } from './shapes.ts'

export const startActing = endpoint({
  name: 'startActing',
  summary:
    'Acts for a customer from now on: with the own token, for 4 hours at most or until 30 minutes without a call.',
  method: 'POST',
  path: '/staff/acting',
  auth: 'bearer',
  who: 'staff only',
  body: z.strictObject({ customerId: z.int().check(z.gte(1, 'is not a customer number')) }),
  ok: 200,
  answer: z.object({ acting: Acting }),
  errors: [401, 403, 404],
})

export const getActing = endpoint({
  name: 'getActing',
  summary: 'For whom this session acts, and until when.',
  method: 'GET',
  path: '/staff/acting',
  auth: 'bearer',
  who: 'staff only',
  ok: 200,
  answer: z.object({ acting: z.nullable(Acting) }),
  errors: [401, 403],
})

export const endActing = endpoint({
  name: 'endActing',
  summary: 'Acts for nobody from now on.',
  method: 'DELETE',
  path: '/staff/acting',
  auth: 'bearer',
  who: 'staff only',
  ok: 204,
  answer: null,
  errors: [401, 403],
})
