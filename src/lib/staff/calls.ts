import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { Acting, AuditEntry, Name } from '#lib/customers/shapes.ts'
import { cursor, customerNumber, limit, nextCursor } from '#lib/shared/input.ts'
import { WorkItem, WorkKind } from './shapes.ts'
import { WORK_RIGHTS } from './staff-lists.ts'

export const startActing = endpoint({
  name: 'startActing',
  summary:
    'Starts acting for a customer with the staff token, for up to 4 hours or until 30 minutes pass without a call.',
  method: 'POST',
  path: '/staff/acting',
  who: { about: 'customer in the body', staff: 'customers', audit: 'by its service' },
  body: z.strictObject({ customerId: z.int().check(z.gte(1, 'is not a customer number')) }),
  ok: 200,
  answer: z.object({ acting: Acting }),
  errors: [409],
})

export const getActing = endpoint({
  name: 'getActing',
  summary: 'Returns the customer this session is acting for, and until when.',
  method: 'GET',
  path: '/staff/acting',
  who: { staff: 'customers' },
  ok: 200,
  answer: z.object({ acting: z.nullable(Acting) }),
})

export const endActing = endpoint({
  name: 'endActing',
  summary: 'Stops acting for a customer.',
  method: 'DELETE',
  path: '/staff/acting',
  who: { staff: 'customers', audit: 'by its service' },
  ok: 204,
  answer: null,
})

export const listRecentCustomers = endpoint({
  name: 'listRecentCustomers',
  summary:
    'Lists up to five customers this staff member acted for in the last twelve hours, latest first.',
  method: 'GET',
  path: '/staff/recent-customers',
  who: { staff: 'customers', audit: 'each call' },
  ok: 200,
  answer: z.object({
    customers: z.array(z.object({ id: z.int(), name: Name, email: z.string() })),
  }),
})

export const listAudit = endpoint({
  name: 'listAudit',
  summary: 'Lists what staff and machine clients did with a customer’s record, newest first.',
  method: 'GET',
  path: '/staff/customers/:id/audit',
  who: { about: 'customer', staff: 'audit' },
  params: z.object({ id: customerNumber }),
  query: z.strictObject({ limit, cursor }),
  ok: 200,
  answer: z.object({ entries: z.array(AuditEntry), nextCursor }),
})

export const listWork = endpoint({
  name: 'listWork',
  summary: 'Lists open items for staff, of one kind or all, longest waiting first.',
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
  summary: 'Counts the open items for staff by kind, up to 100 of each.',
  method: 'GET',
  path: '/staff/work/counts',
  who: { staff: 'sales', machine: 'purchases:read' },
  ok: 200,
  answer: z.object({ counts: z.record(WorkKind, z.int()) }),
})
