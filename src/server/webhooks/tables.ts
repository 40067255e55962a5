import type { Generated, Insertable, Selectable } from 'kysely'

/** The endpoint of another system. */
export interface WebhookEndpointTable {
  endpoint_id: string
  url: string
  /** JSON array of a WebhookEvent each. */
  events: string
  /** The signing secret, encrypted. */
  secret: string
  created_at: string
  /** When it was turned off. */
  disabled_at: string | null
}
export type WebhookEndpointRow = Selectable<WebhookEndpointTable>

/** One event for one endpoint, written in the transaction that causes it and carried by a worker. */
export interface WebhookDeliveryTable {
  delivery_id: Generated<number>
  endpoint_id: string
  /** The same at each endpoint. */
  event_id: string
  type: string
  /** The purchase or booking it is about: events about the same keep their order. */
  subject: string
  /** JSON, as it is sent. */
  payload: string
  attempts: Generated<number>
  queued_at: string
  next_attempt_at: string
  give_up_at: string
  leased_until: string | null
  sent_at: string | null
  failed_at: string | null
  last_error: string | null
}
export type WebhookDeliveryRow = Selectable<WebhookDeliveryTable>
export type NewWebhookDeliveryRow = Insertable<WebhookDeliveryTable>

/** A try to deliver. */
export interface WebhookAttemptTable {
  attempt_id: Generated<number>
  endpoint_id: string
  delivery_id: number
  at: string
  /** HTTP; `null` when no answer came. */
  status: number | null
  ms: number
  error: string | null
}
