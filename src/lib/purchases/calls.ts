import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { FinanceApplication, FinanceApplicationDraft } from '#lib/finance/shapes.ts'
import { cents, code, text } from '#lib/shared/input.ts'
import { JourneyPatch, PurchaseJourney } from './shapes.ts'
import { PdfFile } from '#lib/quotes/shapes.ts'

const params = z.object({ id: code })

export const getPurchaseJourney = endpoint({
  name: 'getPurchaseJourney',
  summary: 'A purchase journey; its version is in the ETag.',
  method: 'GET',
  path: '/purchase-journey/:id',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:read' },
  params,
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
})

export const updatePurchaseJourney = endpoint({
  name: 'updatePurchaseJourney',
  summary: 'Changes a started journey; If-Match is honoured.',
  method: 'PATCH',
  path: '/purchase-journey/:id',
  who: {
    owner: 'purchase',
    staff: 'sales',
    ownersField: 'financeApplication',
    refusal: 'Only the customer can fill in a finance application.',
  },
  params,
  body: JourneyPatch,
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 412],
})

export const deletePurchaseJourney = endpoint({
  name: 'deletePurchaseJourney',
  summary: 'Deletes a journey that is not confirmed.',
  method: 'DELETE',
  path: '/purchase-journey/:id',
  who: { owner: 'purchase', staff: 'sales' },
  params,
  ok: 200,
  answer: null,
  errors: [409],
})

export const confirmPurchase = endpoint({
  name: 'confirmPurchase',
  summary: 'Confirms a purchase at a price; 409 with the new total when the price has moved.',
  method: 'POST',
  path: '/purchase-journey/:id/confirm-purchase',
  who: { owner: 'purchase', staff: 'sales' },
  params,
  body: z.strictObject({
    acceptedTotalCents: cents,
    termsVersion: text(40),
    signatureName: text(121),
  }),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 422],
  isIdempotent: true,
})

export const answerTradeInOffer = endpoint({
  name: 'answerTradeInOffer',
  summary:
    'Accepts or declines the offer for a trade-in of a confirmed purchase, or asks for a new one once it has run out; 409 once the agreement is issued. The price stays; what is left to pay follows.',
  method: 'POST',
  path: '/purchase-journey/:id/trade-in-answers',
  who: { owner: 'purchase', staff: 'sales' },
  params,
  body: z.strictObject({
    vehicleId: code,
    answer: z.enum(['ACCEPT', 'DECLINE', 'APPRAISAL']),
  }),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 422],
  isIdempotent: true,
})

export const submitFinanceApplication = endpoint({
  name: 'submitFinanceApplication',
  summary: 'Sends the signed finance application to the lender.',
  method: 'POST',
  path: '/purchase-journey/:id/finance-application',
  who: { owner: 'purchase', refusal: 'Only the customer can sign and send a finance application.' },
  params,
  body: FinanceApplication,
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [404, 409, 422],
  isIdempotent: true,
})

export const getFinanceDraft = endpoint({
  name: 'getFinanceDraft',
  summary: 'The finance answers so far, to go on with; empty once the application is sent.',
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
    'What was declared and signed with the finance application, as a PDF to keep; 404 while there is none. No answer is in it.',
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
  summary: 'What the lender has decided since, as a signed notice.',
  method: 'POST',
  path: '/lender/decision',
  who: { anyone: 'with the lender’s signature' },
  encoding: 'raw',
  ok: 200,
  answer: z.object({ received: z.literal(true) }),
  errors: [409],
})

export const cancelPurchase = endpoint({
  name: 'cancelPurchase',
  summary:
    'Cancels a purchase: the car is free again and what was paid goes back. The customer within the window, staff at any time.',
  method: 'POST',
  path: '/purchase-journey/:id/cancel',
  who: { owner: 'purchase', staff: 'cancellation' },
  params,
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409, 422],
  isIdempotent: true,
})
