import type { Insertable } from 'kysely'
import { compiled } from '#server/platform/database/compiled.ts'
import type { Db } from '#server/database.ts'
import type {
  NewWebhookDeliveryRow,
  WebhookAttemptTable,
  WebhookDeliveryRow,
  WebhookEndpointRow,
} from './tables.ts'

const enabledEndpoints = compiled((db, _: object) =>
  db
    .selectFrom('webhook_endpoint')
    .select(['endpoint_id', 'events'])
    .where('disabled_at', 'is', null),
)
/** Endpoints that are turned on. */
export const listEnabledEndpoints = async (db: Db) => (await enabledEndpoints(db, {})).rows

export const listEndpoints = (db: Db): Promise<WebhookEndpointRow[]> =>
  db.selectFrom('webhook_endpoint').selectAll().orderBy('created_at').execute()

export const findEndpoint = async (
  db: Db,
  endpointId: string,
): Promise<WebhookEndpointRow | null> =>
  (await db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst()) ?? null

export const insertEndpoint = async (db: Db, endpoint: WebhookEndpointRow): Promise<void> => {
  await db.insertInto('webhook_endpoint').values(endpoint).execute()
}

/** @returns Whether there is one. */
export const updateEndpoint = async (
  db: Db,
  endpointId: string,
  set: Partial<Pick<WebhookEndpointRow, 'secret' | 'disabled_at'>>,
): Promise<boolean> =>
  (await db
    .updateTable('webhook_endpoint')
    .set(set)
    .where('endpoint_id', '=', endpointId)
    .returning('endpoint_id')
    .executeTakeFirst()) !== undefined

export const insertDeliveries = async (db: Db, rows: NewWebhookDeliveryRow[]): Promise<void> => {
  await db.insertInto('webhook_delivery').values(rows).execute()
}

/**
 * Takes deliveries that are due, for one worker alone: of each endpoint the oldest, and no other while one is under way
 * there, so that a slow endpoint holds up no other. Events about the same purchase or booking keep their order:
 * each waits until the one before it has arrived or was given up.
 *
 * @param leasedUntil Until then no other worker takes them; a worker that dies gives them back by that.
 */
export const claimDeliveries = (
  db: Db,
  { now, leasedUntil, most }: { now: string; leasedUntil: string; most: number },
): Promise<WebhookDeliveryRow[]> =>
  db
    .updateTable('webhook_delivery')
    .set((eb) => ({ leased_until: leasedUntil, attempts: eb('attempts', '+', 1) }))
    .where('delivery_id', 'in', (eb) =>
      eb
        .selectFrom('webhook_delivery as due')
        .innerJoin('webhook_endpoint as endpoint', 'endpoint.endpoint_id', 'due.endpoint_id')
        .select(({ fn }) => fn.min('due.delivery_id').as('delivery_id'))
        .where('endpoint.disabled_at', 'is', null)
        .where('due.sent_at', 'is', null)
        .where('due.failed_at', 'is', null)
        .where('due.next_attempt_at', '<=', now)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('webhook_delivery as other')
                .select('other.delivery_id')
                .whereRef('other.endpoint_id', '=', 'due.endpoint_id')
                .where('other.leased_until', 'is not', null)
                .where('other.leased_until', '>=', now),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('webhook_delivery as earlier')
                .select('earlier.delivery_id')
                .whereRef('earlier.endpoint_id', '=', 'due.endpoint_id')
                .whereRef('earlier.subject', '=', 'due.subject')
                .whereRef('earlier.delivery_id', '<', 'due.delivery_id')
                .where('earlier.sent_at', 'is', null)
                .where('earlier.failed_at', 'is', null),
            ),
          ),
        )
        .groupBy('due.endpoint_id')
        .limit(most),
    )
    // Asked again of the row itself: another worker may have taken it since the list was made.
    .where((free) => free.or([free('leased_until', 'is', null), free('leased_until', '<', now)]))
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .returningAll()
    .execute()

/** Stores the outcome of a delivery. */
export const updateDelivery = async (
  db: Db,
  deliveryId: number,
  set: Partial<
    Pick<
      WebhookDeliveryRow,
      'leased_until' | 'next_attempt_at' | 'sent_at' | 'failed_at' | 'last_error'
    >
  >,
): Promise<void> => {
  await db.updateTable('webhook_delivery').set(set).where('delivery_id', '=', deliveryId).execute()
}

export const insertAttempt = async (
  db: Db,
  attempt: Insertable<WebhookAttemptTable>,
): Promise<void> => {
  await db.insertInto('webhook_attempt').values(attempt).execute()
}

/** The last tries at an endpoint, the latest first. */
export const listAttempts = (db: Db, endpointId: string, most: number) =>
  db
    .selectFrom('webhook_attempt')
    .innerJoin('webhook_delivery', 'webhook_delivery.delivery_id', 'webhook_attempt.delivery_id')
    .select(['at', 'status', 'ms', 'error', 'type', 'event_id', 'webhook_attempt.delivery_id'])
    .where('webhook_attempt.endpoint_id', '=', endpointId)
    .orderBy('attempt_id', 'desc')
    .limit(most)
    .execute()

/** Deliveries that were given up, in order. */
export const listFailed = (db: Db, most: number): Promise<WebhookDeliveryRow[]> =>
  db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('failed_at', 'is not', null)
    .orderBy('delivery_id')
    .limit(most)
    .execute()

/**
 * Queues deliveries again that were given up.
 *
 * @param deliveryId `null` for all.
 * @returns How many.
 */
export const replayFailed = async (
  db: Db,
  deliveryId: number | null,
  { now, giveUpAt }: { now: string; giveUpAt: string },
): Promise<number> => {
  let query = db
    .updateTable('webhook_delivery')
    .set({ failed_at: null, attempts: 0, next_attempt_at: now, give_up_at: giveUpAt })
    .where('failed_at', 'is not', null)
  if (deliveryId !== null) query = query.where('delivery_id', '=', deliveryId)
  return (await query.returning('delivery_id').execute()).length
}

/** Deletes events of before an instant, arrived or not, with their attempts. */
export const deleteDeliveriesBefore = async (db: Db, before: string): Promise<void> => {
  await db.deleteFrom('webhook_delivery').where('queued_at', '<', before).execute()
}
