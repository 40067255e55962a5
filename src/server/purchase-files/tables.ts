import type { FileType } from '#lib/shared/files.ts'
import type { Selectable } from 'kysely'

/** A photo or a document of a purchase; its content is stored outside the database, by the same id. */
export interface PurchaseFileTable {
  file_id: string
  purchase_journey_id: string
  kind: 'TRADE_IN_PHOTO' | 'FINANCE_DOCUMENT'
  /** Empty for a document. */
  trade_vehicle_id: string
  /** Encrypted: what a document was called. */
  name: string | null
  type: FileType
  size_bytes: number
  /** In hexadecimal digits. */
  sha256: string
  /** `customer:7` */
  uploaded_by: string
  created_at: string
  /** When staff first opened it. */
  read_at: string | null
  /** The id of the data key that the file is encrypted with. */
  content_key: string
}
export type PurchaseFileRow = Selectable<PurchaseFileTable>

/** Files without a row, or without one yet: they are removed when due. */
export interface FileRemovalTable {
  file_id: string
  /** Empty: at once. */
  due_at: string
}
