import type { Deps } from '#server/deps.ts'
import { onQueued } from '#server/platform/mail/outbox.ts'

/** How often to look without a nudge: another process may have queued a row. */
const POLL_MS = 1_000
/** Renewed while a delivery is under way, so that two workers never deliver one row at once. */
const LEASE_MS = 60_000
const RENEW_LEASE_MS = 20_000
/** How long a stop waits for deliveries: the process has half a minute in all. */
const STOP_WITHIN_MS = 15_000
const RETRY_MS = 30_000
const MAX_RETRY_MS = 60 * 60_000

/** A row that waits to be delivered. */
export interface Queued {
  /** Includes the current attempt. */
  attempts: number
  give_up_at: string
  last_error: string | null
}

/** The result of an attempt. */
type Outcome = Partial<{
  leased_until: string | null
  next_attempt_at: string
  sent_at: string
  failed_at: string
  last_error: string
}>

/** A queue of rows to deliver, each until it has arrived or is given up. */
export interface Queue<Row extends Queued> {
  maxAtOnce: number
  /** Leases rows that are due to this worker. */
  claim(lease: { now: string; leasedUntil: string; most: number }): Promise<Row[]>
  /** Delivers one; rejects on failure. */
  deliver(row: Row): Promise<unknown>
  /** The part of an error that may be stored, and whether a retry is pointless. */
  describeError(error: unknown): { reason: string; isFinal: boolean }
  note(row: Row, outcome: Outcome): Promise<void>
  /** The fields that identify a row in the log. */
  logFields(row: Row): Record<string, unknown>
  /** Ends deliveries that are still under way. */
  close(): void
}

export interface QueueWorker {
  /** Looks for rows now. */
  nudge(): void
  /** Stops once the current deliveries have ended, or have been ended after 15 seconds. */
  stop(): Promise<void>
}

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS).toISOString()

/**
 * Delivers queued rows until it is stopped. A failed delivery is tried again after 30 seconds, a minute, two and so on
 * up to an hour, and given up at the row's own time.
 *
 * Several workers may share one database. The rows of a worker that dies are free again after a minute.
 */
export function startQueueWorker<Row extends Queued>(deps: Deps, queue: Queue<Row>): QueueWorker {
  const underWay = new Set<Promise<void>>()
  let isStopped = false
  let isWanted = false
  let round: Promise<void> | null = null

  const lookOnce = async () => {
    while (!isStopped && underWay.size < queue.maxAtOnce) {
      const now = deps.now()
      const rows = await queue.claim({
        now: now.toISOString(),
        leasedUntil: leaseFrom(now),
        most: queue.maxAtOnce - underWay.size,
      })
      if (rows.length === 0) return
      for (const row of rows) {
        const work = deliver(deps, queue, row)
          .catch((error: unknown) => deps.log.error({ err: error }, 'a queue cannot be written'))
          .finally(() => {
            underWay.delete(work)
            look()
          })
        underWay.add(work)
      }
    }
  }
  const look = () => {
    isWanted = true
    if (round || isStopped) return
    round = (async () => {
      while (isWanted) {
        isWanted = false
        await lookOnce()
      }
    })()
      .catch((error: unknown) => deps.log.error({ err: error }, 'a queue cannot be read'))
      .finally(() => {
        round = null
      })
  }

  const forget = onQueued(deps, look)
  const timer = setInterval(look, POLL_MS)
  look()
  return {
    nudge: look,
    async stop() {
      isStopped = true
      clearInterval(timer)
      forget()
      const late = setTimeout(() => queue.close(), STOP_WITHIN_MS)
      await round
      await Promise.all(underWay)
      clearTimeout(late)
      queue.close()
    },
  }
}

async function deliver<Row extends Queued>(deps: Deps, queue: Queue<Row>, row: Row): Promise<void> {
  const giveUp = async (reason: string) => {
    deps.log.error({ ...queue.logFields(row), reason }, 'something queued was given up')
    await queue.note(row, {
      failed_at: deps.now().toISOString(),
      leased_until: null,
      last_error: reason,
    })
  }
  if (row.give_up_at <= deps.now().toISOString()) return giveUp(row.last_error ?? 'too late')
  try {
    await deliverLeased(deps, queue, row)
  } catch (error) {
    const { reason, isFinal } = queue.describeError(error)
    if (isFinal) return giveUp(reason)
    const waitMs = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (row.attempts - 1))
    // Varied by a fifth either way, so that rows that failed together are not retried together.
    const spreadMs = waitMs * (0.8 + 0.4 * Math.random())
    return queue.note(row, {
      next_attempt_at: new Date(deps.now().getTime() + spreadMs).toISOString(),
      leased_until: null,
      last_error: reason,
    })
  }
  await queue.note(row, { sent_at: deps.now().toISOString(), leased_until: null })
}

async function deliverLeased<Row extends Queued>(
  { now, log }: Deps,
  queue: Queue<Row>,
  row: Row,
): Promise<void> {
  // One after the other, so that an earlier one never ends last.
  let renewal = Promise.resolve()
  const timer = setInterval(() => {
    renewal = renewal
      .then(() => queue.note(row, { leased_until: leaseFrom(now()) }))
      .catch((error: unknown) => log.error({ err: error }, 'a lease cannot be renewed'))
  }, RENEW_LEASE_MS)
  try {
    await queue.deliver(row)
  } finally {
    clearInterval(timer)
    // Nor after the outcome.
    await renewal
  }
}
