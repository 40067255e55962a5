import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { code, cursor, customerNumber, limit, nextCursor, textOrEmpty } from '#lib/shared/input.ts'
import { PdfFile, Quote, QuoteFigures, QuoteRequest } from './shapes.ts'

const params = z.object({ id: code })

export const calculateQuote = endpoint({
  name: 'calculateQuote',
  summary: 'Prices a car and stores the result as an anonymous quote for this browser.',
  method: 'POST',
  path: '/quote',
  who: 'anyone',
  body: QuoteRequest,
  ok: 200,
  answer: Quote,
})

export const getQuote = endpoint({
  name: 'getQuote',
  summary: 'A quote that belongs to the customer or was made in this browser.',
  method: 'GET',
  path: '/quote/:id',
  who: { owner: 'quote', staff: 'sales', machine: 'quotes:read', browser: 'without a token' },
  params,
  ok: 200,
  answer: Quote,
})

export const getQuoteDocument = endpoint({
  name: 'getQuoteDocument',
  summary: 'A quote as a PDF, the same one we email.',
  method: 'GET',
  path: '/quote/:id/document',
  who: { owner: 'quote', staff: 'sales', machine: 'quotes:read', browser: 'without a token' },
  params,
  ok: 200,
  answer: PdfFile,
})

export const createQuoteCode = endpoint({
  name: 'createQuoteCode',
  summary: 'Creates a code that lets anyone see the current figures of a quote.',
  method: 'POST',
  path: '/quote/:id/code',
  who: { owner: 'quote', staff: 'sales', browser: 'without a token' },
  params,
  ok: 200,
  answer: z.object({ code: z.string() }),
})

export const getQuoteByCode = endpoint({
  name: 'getQuoteByCode',
  summary:
    'The figures of a quote, by the code on its PDF and in its email. With `quoteId`, only if the code belongs to that quote.',
  method: 'GET',
  path: '/quote-codes/:code',
  who: { anyone: 'with the code' },
  params: z.object({ code }),
  query: z.object({ quoteId: z.optional(code) }),
  ok: 200,
  answer: QuoteFigures,
  errors: [404],
})

export const deleteQuote = endpoint({
  name: 'deleteQuote',
  summary: 'Deletes a quote; 409 once its purchase is confirmed.',
  method: 'DELETE',
  path: '/quote/:id',
  who: { owner: 'quote', staff: 'sales', browser: 'without a token' },
  params,
  ok: 200,
  answer: null,
  errors: [409],
})

export const saveQuote = endpoint({
  name: 'saveQuote',
  summary: 'Saves a quote to a customer’s account.',
  method: 'POST',
  path: '/quote/save',
  who: {
    owner: ['customer in the body', 'quote in the body, if any'],
    staff: 'sales',
    browser: 'with a token',
  },
  body: z.union([
    z.strictObject({ quoteId: code, customerId: z.optional(z.nullable(z.int())) }),
    QuoteRequest,
  ]),
  ok: 200,
  answer: Quote,
  errors: [409, 422],
  isIdempotent: true,
})

export const copyQuote = endpoint({
  name: 'copyQuote',
  summary: 'Copies a quote to a customer. Idempotent: repeating it returns the same copy.',
  method: 'POST',
  path: '/quote/:id/copy',
  who: { owner: ['customer in the body', 'quote'], staff: 'sales', browser: 'with a token' },
  params,
  body: z.strictObject({ customerId: z.int().check(z.gte(1, 'is not a customer number')) }),
  ok: 200,
  answer: Quote,
  errors: [409],
})

export const refreshQuote = endpoint({
  name: 'refreshQuote',
  summary: 'Reprices a quote and lists the changes.',
  method: 'POST',
  path: '/quote/:id/refresh',
  who: { owner: 'quote', staff: 'sales', browser: 'without a token' },
  params,
  ok: 200,
  answer: z.object({
    ...Quote.shape,
    changes: z.array(
      z.object({ code: z.string(), fromCents: z.nullable(z.int()), toCents: z.nullable(z.int()) }),
    ),
  }),
  errors: [409],
})

export const emailQuote = endpoint({
  name: 'emailQuote',
  summary: 'Emails a quote to its owner.',
  method: 'POST',
  path: '/quote/email',
  who: { owner: 'quote in the body', staff: 'sales' },
  body: z.strictObject({ quoteId: code, message: z.optional(textOrEmpty(500)) }),
  ok: 200,
  answer: z.object({ queued: z.literal(true) }),
  errors: [422],
  isIdempotent: true,
})

export const emailCarePlan = endpoint({
  name: 'emailCarePlan',
  summary: 'Emails the care plan of a quote to its owner.',
  method: 'POST',
  path: '/quote/:id/email/hondacare',
  who: { owner: 'quote', staff: 'sales' },
  params,
  body: z.strictObject({ servicePlanCode: z.optional(code) }),
  ok: 200,
  answer: null,
  errors: [422],
  isIdempotent: true,
})

export const listQuotes = endpoint({
  name: 'listQuotes',
  summary: 'Lists a customer’s quotes, newest first.',
  method: 'GET',
  path: '/customer/:id/quotes',
  who: { owner: 'customer', staff: 'sales', machine: 'quotes:read' },
  params: z.object({ id: customerNumber }),
  query: z.strictObject({ limit, cursor }),
  ok: 200,
  answer: z.object({ quotes: z.array(Quote), nextCursor }),
})
