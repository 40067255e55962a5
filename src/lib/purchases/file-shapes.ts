import { FILE_TYPES } from '#lib/shared/files.ts'
import { z } from '#lib/shared/zod.ts'

/** A file of a purchase, without what is in it. */
export const PurchaseFile = z.object({
  fileId: z.string(),
  kind: z.enum(['TRADE_IN_PHOTO', 'FINANCE_DOCUMENT']),
  /** The trade-in that a photo shows. */
  vehicleId: z.nullable(z.string()),
  /** What a document was called by whoever sent it. */
  name: z.nullable(z.string()),
  type: z.enum(FILE_TYPES),
  sizeBytes: z.int(),
  /** Of what is in it, in hexadecimal digits. */
  sha256: z.string(),
  createdAt: z.string(),
  /** Our people have opened it: it stays as it is. */
  isRead: z.boolean(),
})
export type PurchaseFile = z.infer<typeof PurchaseFile>
