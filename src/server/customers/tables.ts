import type { Generated, Insertable, Selectable, Updateable } from 'kysely'

export interface CustomerTable {
  id: Generated<number>
  customer_type: string
  first_name: string
  last_name: string
  company_name: string | null
  nzbn: string | null
  email: string
  /** Lower case; unique. */
  email_key: string
  /** Phones in E.164. */
  mobile_phone: string | null
  home_phone: string | null
  work_phone: string | null
  /** JSON of an Address. */
  postal_address: string | null
  web_account_status: string
  marketing_consent: number
  marketing_consent_at: string | null
  /** Where it was given or taken back: a ConsentSource. */
  marketing_consent_source: string | null
  /** PHC string; null for an account that signs in by codes only. */
  password_hash: string | null
  /** Counts how often all sessions ended: a sign-in that began before does not start another. */
  session_epoch: Generated<number>
  /** The words the names are found by: lower case, without macrons. */
  search_name: string
  created_at: string
  updated_at: string
  /** The `updated_at` that the terms were made at; when they differ, the terms are made again. */
  terms_at: string | null
  /** 1: a person that a demo was filled with, whose password is published. */
  is_sample: Generated<number>
}
export type CustomerRow = Selectable<CustomerTable>
export type NewCustomerRow = Insertable<CustomerTable>
export type CustomerPatch = Updateable<CustomerTable>

/** What a customer is found by: whatever begins a term finds. */
export interface CustomerTermTable {
  /** A word of the name, an address from one of its parts on, digits of a phone from one of them on. */
  kind: 'name' | 'email' | 'phone'
  term: string
  customer_id: number
}
export type CustomerTermRow = Selectable<CustomerTermTable>

/** The address an account is to have once it is proven. */
export interface EmailChangeTable {
  customer_id: number
  email: string
  created_at: string
}
export type EmailChangeRow = Selectable<EmailChangeTable>

/** A customer's wish to have the account deleted. */
export interface AccountDeletionTable {
  customer_id: number
  requested_at: string
  /** From then on it is carried out. */
  due_at: string
  done_at: string | null
}
export type AccountDeletionRow = Selectable<AccountDeletionTable>

/** A copy of a customer's data that was asked for. */
export interface DataExportTable {
  export_id: string
  customer_id: number
  requested_at: string
  /** A process puts it together until then. */
  leased_until: string | null
  ready_at: string | null
  expires_at: string | null
  bytes: number | null
}
export type DataExportRow = Selectable<DataExportTable>

/** A part of it, in order. */
export interface DataExportPartTable {
  export_id: string
  position: number
  /** Text of JSON, encrypted. */
  sealed: string
}
