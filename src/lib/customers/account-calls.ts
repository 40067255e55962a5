import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { AccountState, DataExport, DeletionRequest, SignedInDevice } from './account-shapes.ts'
import { DeliveryStatus } from '#lib/codes.ts'
import { code, day, text } from '#lib/shared/input.ts'
import { PurchaseRecord } from '#lib/payments/shapes.ts'
import { PdfFile } from '#lib/quotes/shapes.ts'

/** Calls of our own about an account: what the profile shows in addition to the record, and the rights of the Privacy Act. */

const id = z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'is not a customer number'))
const params = z.object({ id })
const currentPassword = z.optional(z.string().check(z.maxLength(256)))

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

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'Where the customer is signed in, last used first.',
  method: 'GET',
  path: '/customer/:id/sessions',
  who: { owner: 'customer', refusal: 'Only the customer can do this.' },
  params,
  ok: 200,
  answer: z.object({ sessions: z.array(SignedInDevice) }),
})

export const endOtherSession = endpoint({
  name: 'endOtherSession',
  summary: 'Signs out one device; one that is signed out already stays so.',
  method: 'DELETE',
  path: '/customer/:id/sessions/:sessionId',
  who: { owner: 'customer', refusal: 'Only the customer can do this.' },
  params: z.object({ id, sessionId: code }),
  ok: 204,
  answer: null,
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Signs out every device but this one.',
  method: 'DELETE',
  path: '/customer/:id/sessions',
  who: { owner: 'customer', refusal: 'Only the customer can do this.' },
  params,
  ok: 204,
  answer: null,
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
  body: z.strictObject({ currentPassword }),
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

const journeyParams = z.object({ id: code })

export const getPurchaseRecord = endpoint({
  name: 'getPurchaseRecord',
  summary: 'How a confirmed purchase goes on: delivery with dates, payments, refunds, cancelling.',
  method: 'GET',
  path: '/purchase-journey/:id/record',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:read' },
  params: journeyParams,
  ok: 200,
  answer: PurchaseRecord,
})

export const getReceiptDocument = endpoint({
  name: 'getReceiptDocument',
  summary: 'What was received for a purchase, as a PDF to keep; 404 while nothing is paid.',
  method: 'GET',
  path: '/purchase-journey/:id/receipt/document',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:read' },
  params: journeyParams,
  ok: 200,
  answer: PdfFile,
})

export const recordDelivery = endpoint({
  name: 'recordDelivery',
  summary:
    'Records the stage a delivery has reached, only onwards, or between which days the car should be ready, or both; and tells the customer.',
  method: 'POST',
  path: '/staff/journeys/:id/delivery',
  who: { about: 'purchase', staff: 'sales', machine: 'purchases:write' },
  params: journeyParams,
  body: z
    .strictObject({
      deliveryStatus: z.optional(DeliveryStatus),
      estimate: z.optional(z.strictObject({ from: day, to: day })),
      /** Why the estimate moved, as the customer reads it. */
      note: z.optional(text(300)),
    })
    .check(
      z.refine(
        ({ deliveryStatus, estimate }) => deliveryStatus !== undefined || estimate !== undefined,
        'has neither a stage nor an estimate',
      ),
    ),
  ok: 200,
  answer: PurchaseRecord,
  errors: [409],
})
