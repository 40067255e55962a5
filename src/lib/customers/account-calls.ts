import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { AccountState, DataExport, DeletionRequest } from './account-shapes.ts'
import { customerNumber } from '#lib/shared/input.ts'

/** Calls of our own about an account: what the profile shows in addition to the record, and the rights of the Privacy Act. */

const params = z.object({ id: customerNumber })

export const getAccount = endpoint({
  name: 'getAccount',
  summary: 'What an account is like: its password, marketing consent, and what it waits for.',
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
    'Asks for a copy of everything that is held about a customer (Privacy Act 2020, principle 6). It is put together in the background, one at a time, and a link to it is mailed; asked again, it answers the same.',
  method: 'POST',
  path: '/customer/:id/export',
  who: { owner: 'customer', refusal: 'Only the customer can do this.' },
  params,
  ok: 200,
  answer: DataExport,
})

export const downloadExport = endpoint({
  name: 'downloadExport',
  summary: 'The copy that was asked for, as JSON; 404 until it is ready, and once it has expired.',
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
    'Asks for the account to be deleted. It can be taken back until it is due; asked again, it answers the same.',
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
  summary: 'Keeps the account after all.',
  method: 'DELETE',
  path: '/customer/:id/deletion',
  who: { owner: 'customer', refusal: 'Only the customer can do this.' },
  params,
  ok: 204,
  answer: null,
})

export const listDeletions = endpoint({
  name: 'listDeletions',
  summary: 'The accounts that wait for their deletion, the next one first.',
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
        /** A purchase under way: the deletion waits for its end. */
        isHeldUp: z.boolean(),
      }),
    ),
  }),
})
