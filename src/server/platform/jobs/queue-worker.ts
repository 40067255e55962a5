import type { Deps } from '#server/deps.ts'
import { onQueued } from '#server/platform/mail/outbox.ts'

/** Looked for this often besides being woken: another process may have queued something. */
const POLL_MS = 1_000
/** Longer than any time-out of a carrier, so that nothing is carried by two workers at once. */
const LEASE_MS = 60_000
const RETRY_MS = 30_000
const MAX_RETRY_MS = 60 * 60_000

/** Something that waits to be carried off, as its row says. */
export interface Queued {
  /** This one is counted already. */
  attempts: number
  give_up_at: string
  last_error: string | null
}

/** What became of it. */
type Outcome = Partial<{
  leased_until: null
  next_attempt_at: string
  sent_at: string
  failed_at: string
  last_error: string
}>

/** Rows that are carried somewhere, each until it has arrived or is given up. */
export interface Queue<Row extends Queued> {
  maxAtOnce: number
  /** Takes rows that are due, for this worker alone. */
  claim(lease: { now: string; leasedUntil: string; most: number }): Promise<Row[]>
  /** Carries one off. It rejects when that failed. */
  carry(row: Row): Promise<unknown>
  /** As much of a failure as may be kept, and whether another try is no use. */
  judge(error: unknown): { reason: string; isFinal: boolean }
  note(row: Row, outcome: Outcome): Promise<void>
  /** What names a row in the log. */
  named(row: Row): Record<string, unknown>
  close(): void
}

export interface QueueWorker {
  /** Looks for rows now. */
  nudge(): void
  /** Finishes what is being carried and stops. */
  stop(): Promise<void>
}

/**
 * Carries off what is queued until it is stopped. What cannot be carried is tried again after 30 seconds, a minute, two
 * and so on up to an hour, and given up when its row says.
 *
 * Several may run on one database: a worker that dies gives back what it took after a minute.
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
        leasedUntil: new Date(now.getTime() + LEASE_MS).toISOString(),
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
      await round
      await Promise.all(underWay)
      queue.close()
    },
  }
}

async function deliver<Row extends Queued>(deps: Deps, queue: Queue<Row>, row: Row): Promise<void> {
  const giveUp = async (reason: string) => {
    deps.log.error({ ...queue.named(row), reason }, 'something queued was given up')
    await queue.note(row, {
      failed_at: deps.now().toISOString(),
      leased_until: null,
      last_error: reason,
    })
  }
  if (row.give_up_at <= deps.now().toISOString()) return giveUp(row.last_error ?? 'too late')
  try {
    await queue.carry(row)
  } catch (error) {
    const { reason, isFinal } = queue.judge(error)
    if (isFinal) return giveUp(reason)
    const waitMs = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (row.attempts - 1))
    // Spread by a fifth either way, so that a crowd that failed together does not come back together.
    const spreadMs = waitMs * (0.8 + 0.4 * Math.random())
    return queue.note(row, {
      next_attempt_at: new Date(deps.now().getTime() + spreadMs).toISOString(),
      leased_until: null,
      last_error: reason,
    })
  }
  await queue.note(row, { sent_at: deps.now().toISOString(), leased_until: null })
}
