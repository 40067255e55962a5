import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { FinanceApplication, FinanceApplicationDraft } from './shapes.ts'
import { neededWhenApproved, PurchaseJourney } from '#lib/purchases/shapes.ts'
import { PdfFile } from '#lib/quotes/shapes.ts'
import { cents, code, day } from '#lib/shared/input.ts'

const params = z.object({ id: code })

export const submitFinanceApplication = endpoint({
  name: 'submitFinanceApplication',
  summary: 'Sends the signed finance application to the lender; honours If-Match.',
  method: 'POST',
  path: '/purchase-journey/:id/finance-application',
  who: { owner: 'purchase', refusal: 'Only the customer can sign and send a finance application.' },
  params,
  body: FinanceApplication,
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [404, 409, 412, 422],
  isIdempotent: true,
})

export const getFinanceDraft = endpoint({
  name: 'getFinanceDraft',
  summary: 'The saved draft of a finance application; empty once it’s sent.',
  method: 'GET',
  path: '/purchase-journey/:id/finance-application',
  who: { owner: 'purchase', refusal: 'Only the customer can see a finance application.' },
  params,
  ok: 200,
  answer: FinanceApplicationDraft,
  errors: [404],
})

export const getFinanceApplicationDocument = endpoint({
  name: 'getFinanceApplicationDocument',
  summary:
    'The declarations and signature of a finance application as a PDF; 404 if there is none. It contains none of the answers.',
  method: 'GET',
  path: '/purchase-journey/:id/finance-application/document',
  who: { owner: 'purchase', refusal: 'Only the customer can see a finance application.' },
  params,
  ok: 200,
  answer: PdfFile,
  errors: [404],
})

export const receiveLenderNotice = endpoint({
  name: 'receiveLenderNotice',
  summary: 'Receives signed decisions from the lender.',
  method: 'POST',
  path: '/lender/decision',
  who: { anyone: 'with the lender’s signature' },
  encoding: 'raw',
  ok: 200,
  answer: z.object({ received: z.literal(true) }),
  errors: [409],
})

export const readFinanceApplication = endpoint({
  name: 'readFinanceApplication',
  summary: 'A finance application referred for manual review, until it’s decided.',
  method: 'GET',
  path: '/staff/journeys/:id/finance-application',
  who: { about: 'purchase', staff: 'sales' },
  params,
  ok: 200,
  answer: FinanceApplication,
  errors: [409],
})

export const decideFinance = endpoint({
  name: 'decideFinance',
  summary:
    'Records the decision on a finance application referred for manual review. Corrects one before the purchase is confirmed. Afterwards it records a new one after a decline or an expired approval, or the first one of a lease that wasn’t applied for here. An approval needs a limit, a rate and a last day. Honours If-Match. Emails the customer.',
  method: 'POST',
  path: '/staff/journeys/:id/credit-decision',
  who: { about: 'purchase', staff: 'credit', machine: 'finance:decide' },
  params,
  body: z
    .strictObject({
      code: z.enum(['AUTOAPPR', 'CONDITIONL', 'DECLINE']),
      limitCents: z.optional(cents),
      annualRatePct: z.optional(z.number().check(z.gte(0), z.lte(100))),
      validUntil: z.optional(day),
      conditions: z
        .array(z.string().check(z.minLength(1), z.maxLength(200)))
        .check(z.maxLength(10)),
      /** Replaces the decision that a person made before. */
      isCorrection: z.optional(z.boolean()),
    })
    .check(
      neededWhenApproved('limitCents'),
      neededWhenApproved('annualRatePct'),
      neededWhenApproved('validUntil'),
    ),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 412, 422],
  isIdempotent: true,
})
