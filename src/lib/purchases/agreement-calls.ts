import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { Agreement } from './agreement-shapes.ts'
import { AgreementAnswer } from '#lib/purchases/forms.ts'
import { code } from '#lib/shared/input.ts'
import { PurchaseJourney } from './shapes.ts'
import { PdfFile } from '#lib/quotes/shapes.ts'

/** The sale agreement of a confirmed purchase: issued by staff, read and accepted by the customer. */

const params = z.object({ id: code })

export const issueAgreement = endpoint({
  name: 'issueAgreement',
  summary:
    'Issues the sale agreement for a confirmed purchase and replaces any that isn’t accepted yet; honours If-Match. Emails the customer. Answers 409 while a trade-in offer is open, unless `undecidedTradeIns` leaves it out.',
  method: 'POST',
  path: '/staff/journeys/:id/agreement',
  who: { about: 'purchase', staff: 'sales', machine: 'purchases:write' },
  params,
  query: z.strictObject({ undecidedTradeIns: z.optional(z.literal('LEAVE_OUT')) }),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 412, 422],
  isIdempotent: true,
})

export const getAgreement = endpoint({
  name: 'getAgreement',
  summary: 'The latest sale agreement; 404 if none has been issued.',
  method: 'GET',
  path: '/purchase-journey/:id/agreement',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:read' },
  params,
  ok: 200,
  answer: Agreement,
})

export const getAgreementDocument = endpoint({
  name: 'getAgreementDocument',
  summary: 'The latest sale agreement as a PDF, including how it was accepted.',
  method: 'GET',
  path: '/purchase-journey/:id/agreement/document',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:read' },
  params,
  ok: 200,
  answer: PdfFile,
})

export const acceptAgreement = endpoint({
  name: 'acceptAgreement',
  summary: 'Accepts the sale agreement; 409 if a newer one has been issued. Idempotent.',
  method: 'POST',
  path: '/purchase-journey/:id/agreement/acceptance',
  who: { owner: 'purchase', refusal: 'Only the customer can accept the agreement online.' },
  params,
  body: AgreementAnswer,
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [404, 409, 422],
  isIdempotent: true,
})

export const emailSigningLink = endpoint({
  name: 'emailSigningLink',
  summary: 'Emails the customer a link to sign the sale agreement or the finance application.',
  method: 'POST',
  path: '/staff/journeys/:id/signing-link',
  who: { about: 'purchase', staff: 'sales', machine: 'purchases:write' },
  params,
  body: z.strictObject({ document: z.enum(['AGREEMENT', 'FINANCE']) }),
  ok: 200,
  answer: z.object({ queued: z.literal(true) }),
  errors: [409, 422],
  isIdempotent: true,
})
