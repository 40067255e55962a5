import type { Selectable } from 'kysely'

/** Fingerprints of the keys that this database was written with. They reveal no key. */
export interface KeyCheckTable {
  name: string
  fingerprint: string
}

/** The ids of data keys that may be in use. */
export interface DataKeyTable {
  key_id: string
}

/** Counters of limits that must survive a restart. */
export interface RateTable {
  key: string
  window_start: string
  points: number
}

/** From which network or site something that waits was made, by a pseudonym. */
export interface NetworkMarkTable {
  network: string
  made_id: string
  at: string
}

/** Emails, queued in the transaction that causes them and sent by a worker. */
export interface OutboxTable {
  outbox_id: string
  kind: string
  recipient: string
  /**
   * Of the recipient (`emailKey`): a database folds letters that belong to other addresses. It follows their account to a
   * new address.
   */
  recipient_key: string
  subject: string
  /** The encrypted content and attachment; `null` once they are deleted. */
  sealed: string | null
  attachment_name: string | null
  /** Lower goes first: 0 for codes. */
  priority: number
  attempts: number
  queued_at: string
  next_attempt_at: string
  /** No longer tried after this: a day, or the lifetime of a code. */
  give_up_at: string
  leased_until: string | null
  sent_at: string | null
  failed_at: string | null
  last_error: string | null
}
export type OutboxRow = Selectable<OutboxTable>

/** Answers kept for `Idempotency-Key`. */
export interface IdempotencyTable {
  subject: string
  operation: string
  key: string
  fingerprint: string
  status: number | null
  body: string | null
  created_at: string
}
