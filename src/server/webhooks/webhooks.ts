import { createHmac, randomBytes } from 'node:crypto'
import type { WebhookEvent } from './events.ts'
import type { Trx } from '#server/database.ts'
import type { WebhookEndpointRow } from './tables.ts'
import {
  insertDeliveries,
  insertEndpoint,
  listEnabledEndpoints,
  replayFailed,
  updateEndpoint,
} from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/platform/ids.ts'
import type { Keys } from '#server/platform/crypto/keys.ts'
import { auditRights } from '#server/staff/audit.ts'
import { seal, unseal } from '#server/platform/crypto/encryption.ts'
import { columnContext } from '#server/platform/crypto/encryption-context.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

const giveUpAt = (at: string): string => new Date(Date.parse(at) + DAY_MS).toISOString()

/** The content of an event: ids and the public status, no personal details. */
export type WebhookPayload = { type: WebhookEvent; at: string; status?: string } & (
  | { purchaseJourneyId: string; paymentId?: string; paymentType?: 'DEPOSIT' | 'BALANCE' }
  | { bookingId: string }
)

/** Queues an event for all endpoints that subscribe to it, in the transaction that causes it. */
export async function enqueueWebhook(
  trx: Trx,
  { type, at, ...data }: WebhookPayload,
): Promise<void> {
  const listeners = (await listEnabledEndpoints(trx)).filter(({ events }) =>
    (JSON.parse(events) as string[]).includes(type),
  )
  if (listeners.length === 0) return
  const event = {
    event_id: newId(),
    type,
    subject: 'bookingId' in data ? data.bookingId : data.purchaseJourneyId,
    queued_at: at,
    next_attempt_at: at,
    give_up_at: giveUpAt(at),
  }
  const payload = JSON.stringify({ id: event.event_id, type, occurred: at, data })
  await insertDeliveries(
    trx,
    listeners.map(({ endpoint_id }) => ({ ...event, endpoint_id, payload })),
  )
}

const placeOfSecret = (endpointId: string) =>
  columnContext('webhook_endpoint', 'secret', endpointId)

/** In the form of Standard Webhooks, which libraries take as it is. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

type WebhookDeps = Pick<Deps, 'db' | 'keys' | 'now'>

/**
 * Makes an endpoint.
 *
 * @param url An address that deliveries may go to.
 * @returns Its id and its secret, which can be shown only now: it is stored encrypted.
 */
export async function createEndpoint(
  { db, keys, now }: WebhookDeps,
  { url, events }: { url: string; events: WebhookEvent[] },
): Promise<{ endpointId: string; secret: string }> {
  const endpointId = `webhook-${randomBytes(9).toString('base64url')}`
  const secret = newSecret()
  const at = now().toISOString()
  await db.transaction().execute(async (trx) => {
    await insertEndpoint(trx, {
      endpoint_id: endpointId,
      url,
      events: JSON.stringify(events),
      secret: seal(keys, placeOfSecret(endpointId), secret),
      created_at: at,
      disabled_at: null,
    })
    await auditRights(trx, at, 'createWebhook', [`webhook:${endpointId}`, ...events])
  })
  return { endpointId, secret }
}

const changeEndpoint = (
  { db, now }: WebhookDeps,
  endpointId: string,
  set: Parameters<typeof updateEndpoint>[2],
  action: string,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if (!(await updateEndpoint(trx, endpointId, set))) return false
    await auditRights(trx, now().toISOString(), action, [`webhook:${endpointId}`])
    return true
  })

/** Turns an endpoint on or off. Returns whether there is one. */
export const switchEndpoint = (
  deps: WebhookDeps,
  endpointId: string,
  isOn: boolean,
): Promise<boolean> =>
  changeEndpoint(
    deps,
    endpointId,
    { disabled_at: isOn ? null : deps.now().toISOString() },
    isOn ? 'enableWebhook' : 'disableWebhook',
  )

/** Gives an endpoint a new secret; `null` when there is none. */
export async function renewEndpointSecret(
  deps: WebhookDeps,
  endpointId: string,
): Promise<string | null> {
  const secret = newSecret()
  const set = { secret: seal(deps.keys, placeOfSecret(endpointId), secret) }
  return (await changeEndpoint(deps, endpointId, set, 'renewWebhookSecret')) ? secret : null
}

/** Queues deliveries that were given up for another day. Returns how many. */
export function replay({ db, now }: WebhookDeps, deliveryId: number | null): Promise<number> {
  const at = now().toISOString()
  return replayFailed(db, deliveryId, { now: at, giveUpAt: giveUpAt(at) })
}

/**
 * The headers of a delivery, as Standard Webhooks has them: the id of the event, when it was sent, and
 * `v1,` with the HMAC-SHA256 of id, time and body, a full stop between.
 */
export function signedHeaders(
  keys: Keys,
  { endpoint_id, secret }: Pick<WebhookEndpointRow, 'endpoint_id' | 'secret'>,
  { event_id, payload }: { event_id: string; payload: string },
  now: Date,
): Record<string, string> {
  const opened = unseal(keys, placeOfSecret(endpoint_id), secret)
  const key = Buffer.from(opened.slice('whsec_'.length), 'base64')
  const timeS = Math.floor(now.getTime() / 1000)
  const digest = createHmac('sha256', key)
    .update(`${event_id}.${timeS}.${payload}`)
    .digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'forecourt-webhooks',
    'webhook-id': event_id,
    'webhook-timestamp': String(timeS),
    'webhook-signature': `v1,${digest}`,
  }
}
