import type { Selectable } from 'kysely'

/** The signing of a finance application: written once. The application itself holds the signature. */
export interface FinanceSignatureTable {
  purchase_journey_id: string
  /** The figures that were shown. */
  quote_id: string
  quote_version: number
  method: 'TYPED' | 'DRAWN'
  document_version: string
  /** The text that was shown. */
  document: string
  document_sha256: string
  /** `customer:7` */
  signed_by: string
  signed_at: string
}
export type FinanceSignatureRow = Selectable<FinanceSignatureTable>
