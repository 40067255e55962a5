import { z } from '#lib/zod.ts'
import { endpoint } from './endpoint.ts'
import { ServiceBooking } from './shapes/service.ts'
import { Agreement } from './shapes/agreement.ts'
import { AccountState, DeletionRequest, Passkey, SignedInDevice } from './shapes/account.ts'
import { DeliveryStatus, PaymentSource, PaymentStatus, PaymentType } from './shapes/codes.ts'
import { Customer, Message, WishedTime } from './shapes/customer.ts'
import { PurchaseFile } from './shapes/file.ts'
import { code, day, text } from './shapes/input.ts'
import { PurchaseJourney } from './shapes/journey.ts'
import { PurchaseRecord } from './shapes/payment.ts'
import { PdfFile, Quote } from './shapes/quote.ts'
import { Watch } from './shapes/watch.ts'

/** Calls of our own about an account: what the profile shows beside the record, and what the Privacy Act asks for. */

const id = z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'is not a customer number'))
const params = z.object({ id })
const currentPassword = z.optional(z.string().check(z.maxLength(256)))

export const getAccount = endpoint({
  name: 'getAccount',
  summary: 'What an account is like: its password, marketing consent, and what it waits for.',
  method: 'GET',
  path: '/customer/:id/account',
  auth: 'bearer',
  who: 'the customer, staff',
  params,
  ok: 200,
  answer: AccountState,
  errors: [401, 403, 404],
})

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'Where the customer is signed in, last used first.',
  method: 'GET',
  path: '/customer/:id/sessions',
  auth: 'bearer',
  who: 'the customer only',
  params,
  ok: 200,
  answer: z.object({ sessions: z.array(SignedInDevice) }),
  errors: [401, 403],
})

export const endOtherSession = endpoint({
  name: 'endOtherSession',
  summary: 'Signs out one device; one that is signed out already stays so.',
  method: 'DELETE',
  path: '/customer/:id/sessions/:sessionId',
  auth: 'bearer',
  who: 'the customer only',
  params: z.object({ id, sessionId: code }),
  ok: 204,
  answer: null,
  errors: [401, 403],
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Signs out every device but this one.',
  method: 'DELETE',
  path: '/customer/:id/sessions',
  auth: 'bearer',
  who: 'the customer only',
  params,
  ok: 204,
  answer: null,
  errors: [401, 403],
})

const ExportedPayment = z.object({
  purchaseJourneyId: z.string(),
  paymentType: PaymentType,
  source: PaymentSource,
  amountCents: z.int(),
  status: PaymentStatus,
  at: z.string(),
})

export const exportCustomer = endpoint({
  name: 'exportCustomer',
  summary: 'Everything that is held about a customer (Privacy Act 2020, principle 6).',
  method: 'GET',
  path: '/customer/:id/export',
  auth: 'bearer',
  who: 'the customer only',
  params,
  ok: 200,
  answer: z.object({
    exportedAt: z.string(),
    customer: Customer,
    account: AccountState,
    vehicles: z.array(
      z.object({
        registration: z.string(),
        vin: z.nullable(z.string()),
        make: z.string(),
        model: z.string(),
        year: z.int(),
        /** Days: `null` where they are not known, and while it is the customer’s. */
        since: z.nullable(z.string()),
        until: z.nullable(z.string()),
      }),
    ),
    quotes: z.array(Quote),
    purchases: z.array(
      z.object({
        ...PurchaseJourney.shape,
        /** As it was typed, whatever its stage; `null` where none was begun. */
        financeApplication: z.nullable(z.record(z.string(), z.unknown())),
        /** The sale agreement that was issued last; `null` where none was. */
        agreement: z.nullable(Agreement),
        /** Where the car is, and when it was said to be ready. */
        delivery: PurchaseRecord.shape.delivery,
        /** When and where it is to be handed over; `null` where that is not agreed online now. */
        handOver: PurchaseRecord.shape.handOver,
        /** What our people wrote about it for one another. */
        notes: z.array(z.object({ at: z.string(), text: z.string() })),
        /** What was sent with it. Each is read by `readPurchaseFile`. */
        files: z.array(PurchaseFile),
        /** What was signed with it. */
        financeSignature: z.nullable(
          z.object({
            signedAt: z.string(),
            method: z.enum(['TYPED', 'DRAWN']),
            documentVersion: z.string(),
            documentSha256: z.string(),
            document: z.string(),
          }),
        ),
      }),
    ),
    payments: z.array(ExportedPayment),
    serviceBookings: z.array(ServiceBooking),
    sessions: z.array(SignedInDevice),
    passkeys: z.array(Passkey),
    /** What was mailed in the last days; older messages are not kept. */
    messages: z.array(z.object({ subject: z.string(), queuedAt: z.string() })),
    /** What was left for us under the customer's address, newest first; nobody has proven who wrote it. */
    messagesLeft: z.array(
      z.object({
        kind: Message.shape.kind,
        name: z.string(),
        phone: z.nullable(z.string()),
        message: z.string(),
        modelCode: z.nullable(z.string()),
        outletCode: z.nullable(z.string()),
        wishedDay: z.nullable(z.string()),
        wishedTime: z.nullable(WishedTime),
        created: z.string(),
        doneAt: z.nullable(z.string()),
      }),
    ),
    /** Cars that the customer’s address watches, or is asked to confirm. */
    watches: z.array(z.object({ ...Watch.shape, created: z.string() })),
    /** Who of our people and programs looked at the record or changed it, newest first. */
    accesses: z.array(
      z.object({
        at: z.string(),
        by: z.enum(['staff', 'program', 'system']),
        action: z.string(),
        outcome: z.enum(['ALLOWED', 'REFUSED']),
        fields: z.array(z.string()),
      }),
    ),
  }),
  errors: [401, 403],
})

export const requestDeletion = endpoint({
  name: 'requestDeletion',
  summary:
    'Asks for the account to be deleted. It can be taken back until it is due; asked again, it answers the same.',
  method: 'POST',
  path: '/customer/:id/deletion',
  auth: 'bearer',
  who: 'the customer only',
  params,
  body: z.strictObject({ currentPassword }),
  ok: 200,
  answer: DeletionRequest,
  errors: [401, 403, 409],
})

export const withdrawDeletion = endpoint({
  name: 'withdrawDeletion',
  summary: 'Keeps the account after all.',
  method: 'DELETE',
  path: '/customer/:id/deletion',
  auth: 'bearer',
  who: 'the customer only',
  params,
  ok: 204,
  answer: null,
  errors: [401, 403],
})

export const listDeletions = endpoint({
  name: 'listDeletions',
  summary: 'The accounts that wait for their deletion, the next one first.',
  method: 'GET',
  path: '/staff/deletions',
  auth: 'bearer',
  who: 'staff only',
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
  errors: [401, 403],
})

const journeyParams = z.object({ id: code })

export const getPurchaseRecord = endpoint({
  name: 'getPurchaseRecord',
  summary: 'How a confirmed purchase goes on: delivery with dates, payments, refunds, cancelling.',
  method: 'GET',
  path: '/purchase-journey/:id/record',
  auth: 'bearer',
  who: 'the customer, staff',
  params: journeyParams,
  ok: 200,
  answer: PurchaseRecord,
  errors: [401, 403, 404],
})

export const getReceiptDocument = endpoint({
  name: 'getReceiptDocument',
  summary: 'What was received for a purchase, as a PDF to keep; 404 while nothing is paid.',
  method: 'GET',
  path: '/purchase-journey/:id/receipt/document',
  auth: 'bearer',
  who: 'owner, staff',
  params: journeyParams,
  ok: 200,
  answer: PdfFile,
  errors: [401, 403, 404],
})

export const recordDelivery = endpoint({
  name: 'recordDelivery',
  summary:
    'Records the stage a delivery has reached, only onwards, or between which days the car should be ready, or both; and tells the customer.',
  method: 'POST',
  path: '/staff/journeys/:id/delivery',
  auth: 'bearer',
  who: 'staff only',
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
  errors: [401, 403, 404, 409],
})
