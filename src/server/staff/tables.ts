import type { Generated, Insertable, Selectable } from 'kysely'

export interface StaffTable {
  id: Generated<number>
  first_name: string
  last_name: string
  email: string
  email_key: string
  password_hash: string
  /** Counts how often all sessions ended: a sign-in that began before does not start another. */
  session_epoch: Generated<number>
  /** JSON array of a StaffRole each. */
  roles: string
  created_at: string
  /** What the authenticator app shares with us, encrypted; `null` until one is set up. */
  totp_secret: string | null
  /** The one that is being set up, encrypted: it counts once a code of it has come. */
  totp_pending: string | null
  totp_since: string | null
  /** The half minute of the last code that was taken: it and those before it are used up. */
  totp_last_step: Generated<number>
  /** 1: a person that a demo was filled with, whose password is published. */
  is_sample: Generated<number>
}
export type StaffRow = Selectable<StaffTable>
export type NewStaffRow = Insertable<StaffTable>

/** A code that replaces the authenticator app, once. Used ones are deleted. */
export interface StaffRecoveryCodeTable {
  /** A keyed hash. */
  code_hash: string
  staff_id: number
}

/**
 * What staff and machine clients did with customers' records, and changes of rights. Rows are added and never changed.
 */
export interface AuditTable {
  /** 1, 2, 3, … without a gap. */
  seq: number
  at: string
  /** `staff:2`, `client:…` or `system`. */
  actor: string
  customer_id: number | null
  /** The call's name, or what came to an end. */
  action: string
  /** 1: while acting for this customer. */
  is_acting: number
  outcome: 'ALLOWED' | 'REFUSED'
  /**
   * JSON array of the names of the fields that came along; never their values. Where rights are given: whose, and
   * which.
   */
  fields: string
  request_id: string
  /** SHA-256 of the row before's hash and this row. */
  hash: string
}
export type AuditRow = Selectable<AuditTable>

/** The last row of the audit. One row, which every append locks. */
export interface AuditHeadTable {
  id: number
  seq: number
  hash: string
}

/** The customer that a staff session acts for. */
export interface ActingTable {
  session_id: string
  staff_id: number
  customer_id: number
  started_at: string
  last_active_at: string
}
export type ActingRow = Selectable<ActingTable>
