import type { WebhookDeliveryRow } from './tables.ts'
import { claimDeliveries, findEndpoint, insertAttempt, updateDelivery } from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { post, PostFailed } from '#server/providers/webhooks/post.ts'
import { signedHeaders } from './webhooks.ts'
import { startQueueWorker, type QueueWorker } from '#server/platform/jobs/queue-worker.ts'

/** Endpoints served at the same time, one event each: this many may be slow before others must wait. */
const MAX_AT_ONCE = 20

/** Delivers events to other systems. Each attempt is stored, without its payload. */
export const startWebhookWorker = (deps: Deps): QueueWorker =>
  startQueueWorker<WebhookDeliveryRow>(deps, {
    maxAtOnce: MAX_AT_ONCE,
    claim: (lease) => claimDeliveries(deps.db, lease),
    deliver: (delivery) => deliver(deps, delivery),
    describeError: (error) => ({
      reason: error instanceof PostFailed ? error.message : 'failed',
      isFinal: false,
    }),
    note: ({ delivery_id }, outcome) => updateDelivery(deps.db, delivery_id, outcome),
    logFields: ({ delivery_id, endpoint_id, type }) => ({
      deliveryId: delivery_id,
      endpointId: endpoint_id,
      type,
    }),
    close: () => undefined,
  })

async function deliver({ db, keys, settings, now }: Deps, delivery: WebhookDeliveryRow) {
  const endpoint = (await findEndpoint(db, delivery.endpoint_id))!
  const startedAt = performance.now()
  const note = (status: number | null, error: string | null) =>
    insertAttempt(db, {
      endpoint_id: delivery.endpoint_id,
      delivery_id: delivery.delivery_id,
      at: now().toISOString(),
      status,
      ms: Math.round(performance.now() - startedAt),
      error,
    })
  let status: number
  try {
    const headers = signedHeaders(keys, endpoint, delivery, now())
    status = await post(endpoint.url, headers, delivery.payload, settings.webhooks)
  } catch (error) {
    await note(null, error instanceof PostFailed ? error.message : 'failed')
    throw error
  }
  await note(status, null)
  if (status < 200 || status > 299) throw new PostFailed(`HTTP ${status}`)
}
