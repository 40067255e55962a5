import type { FileType } from '#lib/shared/files.ts'
import type { Selectable } from 'kysely'

/** A photo or a document of a purchase; what is in it is kept outside the database, by the same id. */
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
  /** When our people first opened it. */
  read_at: string | null
  /** The id of the data key that the file is encrypted with. */
  content_key: string
}
export type PurchaseFileRow = Selectable<PurchaseFileTable>

/** Files that no row stands for, or not yet: they are removed when that is due. */
export interface FileRemovalTable {
  file_id: string
  /** Empty: at once. */
  due_at: string
}
