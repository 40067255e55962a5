import type { Selectable } from 'kysely'

/** A sale agreement as it was issued: written once. The one that counts is named by its purchase. */
export interface SaleAgreementTable {
  agreement_id: string
  purchase_journey_id: string
  wording_version: string
  /** The text that is shown, encrypted: it names the buyer. */
  document: string
  /** Of the text itself. */
  document_sha256: string
  /** `staff:2` */
  issued_by: string
  issued_at: string
}
export type SaleAgreementRow = Selectable<SaleAgreementTable>

/** That the sale agreement of a purchase was accepted: written once. */
export interface AgreementAcceptanceTable {
  purchase_journey_id: string
  /** `null`: on paper, and none was issued here. */
  agreement_id: string | null
  method: 'TYPED' | 'PAPER'
  /** As it was typed, encrypted; `null` on paper. */
  name: string | null
  /** `customer:7`; `staff:2` for one on paper. */
  accepted_by: string
  accepted_at: string
}
export type AgreementAcceptanceRow = Selectable<AgreementAcceptanceTable>
