import { z } from '#lib/zod.ts'
import { endpoint } from './endpoint.ts'
import { Acting, AuditEntry, Name } from './shapes/customer.ts'
import { cursor, limit, nextCursor } from './shapes/input.ts'

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

export const listRecentCustomers = endpoint({
  name: 'listRecentCustomers',
  summary:
    'For whom this member of staff acted in the last twelve hours, the latest first, five at most.',
  method: 'GET',
  path: '/staff/recent-customers',
  auth: 'bearer',
  who: 'staff only',
  ok: 200,
  answer: z.object({
    customers: z.array(z.object({ id: z.int(), name: Name, email: z.string() })),
  }),
  errors: [401, 403],
})

export const listAudit = endpoint({
  name: 'listAudit',
  summary: 'What staff and machine clients did with a customer’s record, newest first.',
  method: 'GET',
  path: '/staff/customers/:id/audit',
  auth: 'bearer',
  who: 'staff only',
  params: z.object({
    id: z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'is not a customer number')),
  }),
  query: z.strictObject({ limit, cursor }),
  ok: 200,
  answer: z.object({ entries: z.array(AuditEntry), nextCursor }),
  errors: [401, 403, 404],
})
