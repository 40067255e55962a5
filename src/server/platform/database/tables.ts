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
  /** Encrypted: what it says and what goes with it; `null` once that is forgotten. */
  sealed: string | null
  /** What goes with it is called so. */
  attachment_name: string | null
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
