import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { PdfFile } from '#lib/quotes/shapes.ts'
import { PaymentType } from '#lib/codes.ts'
import { cents, code, cursor, limit, nextCursor, text } from '#lib/shared/input.ts'
import { Dispute, Payment, PaymentCheck, Refund, ReviewOutcome } from './shapes.ts'

const start = z.strictObject({ purchaseJourneyId: code, paymentType: PaymentType })
const providerToken = z
  .string()
  .check(z.minLength(1, 'is required'), z.maxLength(300, 'is too long'))

export const getStripeConfig = endpoint({
  name: 'getStripeConfig',
  summary: 'Whether card payments are available, and the provider’s settings.',
  method: 'GET',
  path: '/stripe/config',
  who: 'anyone',
  ok: 200,
  answer: z.object({
    enabled: z.boolean(),
    publishableKey: z.nullable(z.string()),
    uiMode: z.literal('hosted_page'),
    currency: z.literal('nzd'),
    country: z.literal('NZ'),
    testMode: z.boolean(),
  }),
})

export const startStripePayment = endpoint({
  name: 'startStripePayment',
  summary: 'Starts a card payment on the provider’s own page.',
  method: 'POST',
  path: '/stripe/start',
  who: { owner: 'purchase in the body', staff: 'sales' },
  body: start,
  ok: 200,
  answer: z.object({
    paymentId: z.string(),
    sessionId: z.string(),
    redirectUrl: z.string(),
    amountCents: z.int(),
    currency: z.literal('nzd'),
    expiresAt: z.string(),
  }),
  errors: [409, 422],
  isIdempotent: true,
})

export const checkStripePayment = endpoint({
  name: 'checkStripePayment',
  summary: 'Checks a card payment with the provider and records the outcome.',
  method: 'POST',
  path: '/stripe/check',
  who: { anyone: 'with the session id' },
  body: z.strictObject({ sessionId: providerToken }),
  ok: 200,
  answer: PaymentCheck,
  errors: [404],
})

export const returnFromStripe = endpoint({
  name: 'returnFromStripe',
  summary:
    'Return address of the card provider: redirects the buyer to the journey’s payment step.',
  method: 'GET',
  path: '/stripe/return',
  who: { anyone: 'with the session id or payment id' },
  query: z.object({
    session_id: z.optional(providerToken),
    paymentId: z.optional(code),
    cancelled: z.optional(z.literal('1')),
  }),
  ok: 303,
  answer: null,
  errors: [404],
})

export const receiveStripeNotice = endpoint({
  name: 'receiveStripeNotice',
  summary: 'Receives signed webhooks from the card provider.',
  method: 'POST',
  path: '/stripe/webhook',
  who: { anyone: 'with the card provider’s signature' },
  encoding: 'raw',
  ok: 200,
  answer: z.object({ received: z.literal(true) }),
})

export const startPoliPayment = endpoint({
  name: 'startPoliPayment',
  summary: 'Starts an online banking payment on the provider’s own page.',
  method: 'POST',
  path: '/poli/pay',
  who: { owner: 'purchase in the body', staff: 'sales' },
  body: start,
  ok: 200,
  answer: z.object({
    paymentId: z.string(),
    /** Identifies the payment in a check. */
    token: z.string(),
    navigateUrl: z.string(),
    amountCents: z.int(),
  }),
  errors: [409, 422],
  isIdempotent: true,
})

export const checkPoliPayment = endpoint({
  name: 'checkPoliPayment',
  summary: 'Checks an online banking payment with the provider and records the outcome.',
  method: 'POST',
  path: '/poli/check',
  who: { anyone: 'with the token' },
  body: z.strictObject({ token: providerToken }),
  ok: 200,
  answer: PaymentCheck,
  errors: [404],
})

const poliReturn = {
  summary:
    'Return address of the online banking provider: redirects the buyer to the journey’s payment step.',
  path: '/poli/return',
  who: { anyone: 'with the token' },
  ok: 303,
  answer: null,
  errors: [404],
} as const

export const returnFromPoli = endpoint({
  ...poliReturn,
  name: 'returnFromPoli',
  method: 'GET',
  query: z.object({ token: providerToken }),
})

export const returnFromPoliByForm = endpoint({
  ...poliReturn,
  name: 'returnFromPoliByForm',
  method: 'POST',
  encoding: 'form',
  body: z.object({ token: providerToken }),
})

export const receivePoliNudge = endpoint({
  name: 'receivePoliNudge',
  summary:
    'Webhook of the online banking provider: a payment has changed. We then ask the provider for details.',
  method: 'POST',
  path: '/poli/nudge',
  who: 'anyone',
  encoding: 'form',
  body: z.object({ Token: providerToken }),
  ok: 200,
  answer: z.object({ received: z.literal(true) }),
})

const params = z.object({ id: code })

const bankTransfer = {
  path: '/purchase-journey/:id/bank-transfer',
  who: { owner: 'purchase', staff: 'sales' },
  params,
  ok: 200,
  answer: z.object({
    accountName: z.string(),
    accountNumber: z.string(),
    /** Unique to this purchase. */
    reference: z.string(),
    paymentType: PaymentType,
    amountCents: z.int(),
  }),
  errors: [409],
} as const

export const getBankTransfer = endpoint({
  ...bankTransfer,
  name: 'getBankTransfer',
  summary: 'Details for paying by bank transfer; 404 if bank transfers are off.',
  method: 'GET',
})

export const announceBankTransfer = endpoint({
  ...bankTransfer,
  name: 'announceBankTransfer',
  summary:
    'The same, and announces the deposit by bank transfer. The first call keeps the car reserved for three working days.',
  method: 'POST',
})

export const recordReceipt = endpoint({
  name: 'recordReceipt',
  summary:
    'Records money received in our account; part payments add up. 409 for a reference that is recorded already.',
  method: 'POST',
  path: '/staff/journeys/:id/receipts',
  who: { about: 'purchase', staff: 'money', machine: 'payments:write' },
  params,
  body: z.strictObject({
    source: z.enum(['BANKTRF', 'MTF']),
    amountCents: cents.check(z.gte(1, 'must be more than $0')),
    reference: text(50),
  }),
  ok: 200,
  answer: z.object({
    receiptId: z.string(),
    /** Every payment of the journey that has money, or waits for some. */
    payments: z.array(Payment),
    /** The part beyond the amount due; staff decide what happens with it. */
    overCents: z.int(),
  }),
  errors: [409, 422],
  isIdempotent: true,
})

export const listRefunds = endpoint({
  name: 'listRefunds',
  summary: 'Lists refunds that staff must send manually, oldest first.',
  method: 'GET',
  path: '/staff/refunds',
  who: { staff: 'money', machine: 'payments:write', audit: 'each call' },
  query: z.strictObject({ limit, cursor }),
  ok: 200,
  answer: z.object({ refunds: z.array(Refund), nextCursor }),
})

export const completeRefund = endpoint({
  name: 'completeRefund',
  summary:
    'Records that staff sent a refund manually; 409 if another amount is to be refunded, or it is recorded already.',
  method: 'POST',
  path: '/staff/refunds/:id/complete',
  who: { staff: 'money', machine: 'payments:write', audit: 'each call' },
  params,
  body: z.strictObject({ reference: text(50), amountCents: cents }),
  ok: 200,
  answer: Refund,
  errors: [404, 409, 422],
  isIdempotent: true,
})

export const repeatRefund = endpoint({
  name: 'repeatRefund',
  summary: 'Retries a failed refund with the card provider.',
  method: 'POST',
  path: '/staff/refunds/:id/repeat',
  who: { staff: 'money', machine: 'payments:write', audit: 'each call' },
  params,
  ok: 200,
  answer: Refund,
  errors: [404, 409],
  isIdempotent: true,
})

export const settleDispute = endpoint({
  name: 'settleDispute',
  summary:
    'Records how a dispute that was won or lost is settled; 409 if it is decided otherwise by now. The car can be handed over once everything is paid.',
  method: 'POST',
  path: '/staff/disputes/:id/settle',
  who: { staff: 'money', machine: 'payments:write', audit: 'each call' },
  params,
  body: z.strictObject({ note: text(500), status: z.enum(['LOST', 'WON']) }),
  ok: 200,
  answer: Dispute,
  errors: [404, 409, 422],
  isIdempotent: true,
})

export const getReceiptDocument = endpoint({
  name: 'getReceiptDocument',
  summary: 'Receipt for a purchase as a PDF; 404 until something is paid.',
  method: 'GET',
  path: '/purchase-journey/:id/receipt/document',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:read' },
  params,
  ok: 200,
  answer: PdfFile,
})

export const decideReview = endpoint({
  name: 'decideReview',
  summary:
    'Closes the review of a payment: the money arrived and counts, is refunded, or never arrived; 409 if another amount has arrived than `receivedCents`, or it’s under review for another reason than `reviewReason`.',
  method: 'POST',
  path: '/staff/journeys/:id/payment-reviews',
  who: { about: 'purchase', staff: 'money', machine: 'payments:write' },
  params,
  body: z.strictObject({
    paymentId: code,
    outcome: ReviewOutcome,
    receivedCents: z.optional(Payment.shape.receivedCents),
    reviewReason: z.optional(z.nullable(text(200))),
  }),
  ok: 200,
  answer: Payment,
  errors: [409, 422],
  isIdempotent: true,
})
