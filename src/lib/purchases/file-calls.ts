import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { PurchaseFile } from './file-shapes.ts'
import { code } from '#lib/shared/input.ts'
import { PurchaseJourney } from './shapes.ts'

const params = z.object({ id: code })
const ofFile = z.object({ id: code, fileId: code })

export const addTradeInPhoto = endpoint({
  name: 'addTradeInPhoto',
  summary:
    'Stores a photo of a trade-in: a JPEG, PNG or WebP of up to 10 MB. Camera metadata is removed. Sending the same photo again stores nothing new.',
  method: 'POST',
  path: '/purchase-journey/:id/trade-in-photos',
  who: { owner: 'purchase', staff: 'sales' },
  params,
  query: z.strictObject({ vehicleId: code }),
  encoding: 'file',
  ok: 200,
  answer: PurchaseJourney,
  isVersioned: true,
  errors: [409],
})

export const addFinanceDocument = endpoint({
  name: 'addFinanceDocument',
  summary:
    'Stores a document for the lender: a PDF, JPEG, PNG or WebP of up to 10 MB. Camera metadata is removed. Sending the same document again stores nothing new.',
  method: 'POST',
  path: '/purchase-journey/:id/finance-documents',
  who: {
    owner: 'purchase',
    refusal: 'Only the customer can send documents for a finance application.',
  },
  params,
  encoding: 'file',
  isNamed: true,
  ok: 200,
  answer: PurchaseFile,
  errors: [404, 409],
})

export const listPurchaseFiles = endpoint({
  name: 'listPurchaseFiles',
  summary: 'Lists the photos and documents of a purchase, oldest first.',
  method: 'GET',
  path: '/purchase-journey/:id/files',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:read' },
  params,
  ok: 200,
  answer: z.object({ files: z.array(PurchaseFile) }),
})

export const readPurchaseFile = endpoint({
  name: 'readPurchaseFile',
  summary: 'The contents of a purchase file.',
  method: 'GET',
  path: '/purchase-journey/:id/files/:fileId',
  who: { owner: 'file of the purchase', staff: 'sales', machine: 'purchases:read' },
  params: ofFile,
  ok: 200,
  answer: null,
  answersFile: true,
})

export const removePurchaseFile = endpoint({
  name: 'removePurchaseFile',
  summary:
    'Removes a photo if there’s no offer for the car yet, or a document that staff haven’t opened.',
  method: 'DELETE',
  path: '/purchase-journey/:id/files/:fileId',
  who: { owner: 'purchase', staff: 'sales' },
  params: ofFile,
  ok: 204,
  answer: null,
  errors: [409],
})
