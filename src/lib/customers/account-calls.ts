import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { AccountState, DataExport, DeletionRequest } from './account-shapes.ts'
import { customerNumber } from '#lib/shared/input.ts'

/** Calls of our own about an account: what the profile shows in addition to the record, and the rights of the Privacy Act. */

const params = z.object({ id: customerNumber })

export const getAccount = endpoint({
  name: 'getAccount',
  summary:
    'Returns the state of an account: whether it has a password, marketing consent, and pending requests.',
  method: 'GET',
  path: '/customer/:id/account',
  who: { owner: 'customer', staff: 'customers', machine: 'customers:read' },
  params,
  ok: 200,
  answer: AccountState,
})

export const requestExport = endpoint({
  name: 'requestExport',
  summary:
    'Requests a copy of everything held about a customer (Privacy Act 2020, principle 6). Copies are prepared in the background, one at a time, and the customer is emailed a link. A repeated request returns the same answer.',
  method: 'POST',
  path: '/customer/:id/export',
  who: { owner: 'customer', refusal: 'Only the customer can do this.' },
  params,
  ok: 200,
  answer: DataExport,
  errors: [404],
})

export const downloadExport = endpoint({
  name: 'downloadExport',
  summary:
    'Returns the requested copy as JSON. Returns 404 until it is ready and after it has expired.',
  method: 'GET',
  path: '/customer/:id/export',
  who: { owner: 'customer', refusal: 'Only the customer can do this.' },
  params,
  ok: 200,
  answer: null,
  answersFile: 'application/json',
  errors: [404],
})

export const requestDeletion = endpoint({
  name: 'requestDeletion',
  summary:
    'Requests deletion of the account. The request can be withdrawn until it is due. A repeated request returns the same answer.',
  method: 'POST',
  path: '/customer/:id/deletion',
  who: { owner: 'customer', refusal: 'Only the customer can do this.' },
  params,
  body: z.strictObject({ currentPassword: z.optional(z.string().check(z.maxLength(256))) }),
  ok: 200,
  answer: DeletionRequest,
  errors: [409],
})

export const withdrawDeletion = endpoint({
  name: 'withdrawDeletion',
  summary: 'Withdraws the request to delete the account.',
  method: 'DELETE',
  path: '/customer/:id/deletion',
  who: { owner: 'customer', refusal: 'Only the customer can do this.' },
  params,
  ok: 204,
  answer: null,
  errors: [404],
})

export const listDeletions = endpoint({
  name: 'listDeletions',
  summary: 'Lists the accounts due to be deleted, the next one first.',
  method: 'GET',
  path: '/staff/deletions',
  who: { staff: 'deletions', audit: 'each call' },
  ok: 200,
  answer: z.object({
    deletions: z.array(
      z.object({
        customerId: z.int(),
        customerName: z.string(),
        requestedAt: z.string(),
        dueAt: z.string(),
        /** Money of a purchase has yet to come or go back: the deletion waits for it. */
        isHeldUp: z.boolean(),
      }),
    ),
  }),
})
