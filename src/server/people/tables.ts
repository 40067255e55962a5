import type { PersonRole } from '#lib/people/forms.ts'
import type { PersonEventKind } from '#lib/people/shapes.ts'
import type { Generated, Insertable, Selectable } from 'kysely'

/** A person whom a buyer has invited to a purchase. */
export interface PurchasePersonTable {
  person_id: string
  purchase_journey_id: string
  role: PersonRole
  /** As the buyer typed it. */
  name: string
  /** The invited address. */
  email: string
  email_key: string
  /** How often the invitation was sent. */
  sent: number
  /** Of the link that was sent last. */
  key_hash: string
  invited_at: string
  expires_at: string
  /** Whose account accepted; `null` until then. */
  customer_id: number | null
  accepted_at: string | null
  answer: 'APPROVED' | 'CHANGE' | null
  /** The mark of the price that was answered. */
  answered_mark: string | null
  /** 1 once they were told that the price has changed since their answer. */
  is_told: number
  /** When the invitation was withdrawn; `null` while it stands. */
  ended_at: string | null
}
export type PurchasePersonRow = Selectable<PurchasePersonTable>

/** A comment on a purchase, or something that one of its people did: written once. */
export interface PurchasePersonEventTable {
  id: Generated<number>
  event_id: string
  purchase_journey_id: string
  /** Whom it is about, or who did it; `null` for a comment of the buyer. */
  person_id: string | null
  kind: PersonEventKind
  text: string | null
  cents: number | null
  /** `customer:7` or `staff:2`. */
  actor: string
  at: string
}
export type PurchasePersonEventRow = Selectable<PurchasePersonEventTable>
export type NewPersonEventRow = Insertable<PurchasePersonEventTable>

/** That a joint buyer signed a sale agreement: written once. */
export interface AgreementSignatureTable {
  agreement_id: string
  person_id: string
  /** As it was typed, encrypted. */
  name: string
  /** `customer:9` */
  signed_by: string
  signed_at: string
}
export type AgreementSignatureRow = Selectable<AgreementSignatureTable>
