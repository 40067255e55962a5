import { FILE_TYPES } from '#lib/shared/files.ts'
import { z } from '#lib/shared/zod.ts'

/** A file of a purchase, without its content. */
export const PurchaseFile = z.object({
  fileId: z.string(),
  kind: z.enum(['TRADE_IN_PHOTO', 'FINANCE_DOCUMENT']),
  /** The trade-in that a photo shows. */
  vehicleId: z.nullable(z.string()),
  /** The file name of a document, as it was sent. */
  name: z.nullable(z.string()),
  type: z.enum(FILE_TYPES),
  sizeBytes: z.int(),
  /** Of the content, in hexadecimal digits. */
  sha256: z.string(),
  createdAt: z.string(),
  /** Staff have opened it, so it can no longer be removed. */
  isRead: z.boolean(),
})
export type PurchaseFile = z.infer<typeof PurchaseFile>
