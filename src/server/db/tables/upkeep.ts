import type { Selectable } from 'kysely'

/** What the keys look like that this database was written with; it gives none of them away. */
export interface KeyCheckTable {
  name: string
  fingerprint: string
}

/** The data keys that something may be encrypted with, by their ids. */
export interface DataKeyTable {
  key_id: string
}

/** Counters of limits that must survive a restart. */
export interface RateTable {
  key: string
  window_start: string
  points: number
}

/** E-mail, written in the transaction that causes it and sent by a worker. */
export interface OutboxTable {
  outbox_id: string
  kind: string
  recipient: string
  subject: string
  text_body: string
  html_body: string
  /** A PDF that goes with it, and what it is called. */
  attachment_name: string | null
  attachment_base64: string | null
  /** Where its reader stops messages like it: the header `List-Unsubscribe`. */
  unsubscribe_url: string | null
  /** Lower goes first: 0 for codes. */
  priority: number
  attempts: number
  queued_at: string
  next_attempt_at: string
  /** Not tried any more after this: a day, or the life of a code. */
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
