import { z } from '#lib/zod.ts'
import { endpoint } from './endpoint.ts'
import { FinanceApplication, FinanceApplicationDraft } from './shapes/finance-application.ts'
import { cents, code, text } from './shapes/input.ts'
import { JourneyPatch, PurchaseJourney } from './shapes/journey.ts'
import { PdfFile } from './shapes/quote.ts'

const params = z.object({ id: code })

export const getPurchaseJourney = endpoint({
  name: 'getPurchaseJourney',
  summary: 'A purchase journey; its version is in the ETag.',
  method: 'GET',
  path: '/purchase-journey/:id',
  auth: 'bearer',
  who: 'owner, staff',
  params,
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [401, 403, 404],
})

export const updatePurchaseJourney = endpoint({
  name: 'updatePurchaseJourney',
  summary: 'Changes a started journey; If-Match is honoured.',
  method: 'PATCH',
  path: '/purchase-journey/:id',
  auth: 'bearer',
  who: 'owner, staff',
  params,
  body: JourneyPatch,
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [401, 403, 404, 409, 412],
})

export const deletePurchaseJourney = endpoint({
  name: 'deletePurchaseJourney',
  summary: 'Deletes a journey that is not confirmed.',
  method: 'DELETE',
  path: '/purchase-journey/:id',
  auth: 'bearer',
  who: 'owner, staff',
  params,
  ok: 200,
  answer: null,
  errors: [401, 403, 404, 409],
})

export const confirmPurchase = endpoint({
  name: 'confirmPurchase',
  summary: 'Confirms a purchase at a price; 409 with the new total when the price has moved.',
  method: 'POST',
  path: '/purchase-journey/:id/confirm-purchase',
  auth: 'bearer',
  who: 'owner, staff',
  params,
  body: z.strictObject({
    acceptedTotalCents: cents,
    termsVersion: text(40),
    signatureName: text(121),
  }),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [401, 403, 404, 409, 422],
  isIdempotent: true,
})

export const answerTradeInOffer = endpoint({
  name: 'answerTradeInOffer',
  summary:
    'Accepts or declines the offer for a trade-in of a confirmed purchase, or asks for a new one once it has run out; 409 once the agreement is issued. The price stays; what is left to pay follows.',
  method: 'POST',
  path: '/purchase-journey/:id/trade-in-answers',
  auth: 'bearer',
  who: 'owner, staff',
  params,
  body: z.strictObject({
    vehicleId: code,
    answer: z.enum(['ACCEPT', 'DECLINE', 'APPRAISAL']),
  }),
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [401, 403, 404, 409, 422],
  isIdempotent: true,
})

export const submitFinanceApplication = endpoint({
  name: 'submitFinanceApplication',
  summary: 'Sends the signed finance application to the lender.',
  method: 'POST',
  path: '/purchase-journey/:id/finance-application',
  auth: 'bearer',
  who: 'the customer only',
  params,
  body: FinanceApplication,
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [401, 403, 404, 409, 422],
  isIdempotent: true,
})

export const getFinanceDraft = endpoint({
  name: 'getFinanceDraft',
  summary: 'The finance answers so far, to go on with; empty once the application is sent.',
  method: 'GET',
  path: '/purchase-journey/:id/finance-application',
  auth: 'bearer',
  who: 'the customer only',
  params,
  ok: 200,
  answer: FinanceApplicationDraft,
  errors: [401, 403, 404],
})

export const getFinanceApplicationDocument = endpoint({
  name: 'getFinanceApplicationDocument',
  summary:
    'What was declared and signed with the finance application, as a PDF to keep; 404 while there is none. No answer is in it.',
  method: 'GET',
  path: '/purchase-journey/:id/finance-application/document',
  auth: 'bearer',
  who: 'the customer only',
  params,
  ok: 200,
  answer: PdfFile,
  errors: [401, 403, 404],
})

export const receiveLenderNotice = endpoint({
  name: 'receiveLenderNotice',
  summary: 'What the lender has decided since, as a signed notice.',
  method: 'POST',
  path: '/lender/decision',
  auth: 'none',
  who: 'the lender, by its signature',
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
  auth: 'bearer',
  who: 'owner, staff',
  params,
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [401, 403, 404, 409, 422],
  isIdempotent: true,
})
