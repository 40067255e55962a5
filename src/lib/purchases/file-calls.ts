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
    'Keeps a photo of a trade-in, a JPEG, PNG or WebP of at most 10 MB, without what the camera wrote beside it. The same one again is no other.',
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
    'Keeps a document that the lender asks for, a PDF, JPEG, PNG or WebP of at most 10 MB; a picture without what the camera wrote beside it. The same one again is no other.',
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
  summary: 'The photos and documents of a purchase, in the order they came.',
  method: 'GET',
  path: '/purchase-journey/:id/files',
  who: { owner: 'purchase', staff: 'sales', machine: 'purchases:read' },
  params,
  ok: 200,
  answer: z.object({ files: z.array(PurchaseFile) }),
})

export const readPurchaseFile = endpoint({
  name: 'readPurchaseFile',
  summary: 'What is in a file of a purchase.',
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
    'Removes a photo while no offer is made for the car, or a document that our people have not opened.',
  method: 'DELETE',
  path: '/purchase-journey/:id/files/:fileId',
  who: { owner: 'purchase', staff: 'sales' },
  params: ofFile,
  ok: 204,
  answer: null,
  errors: [409],
})
