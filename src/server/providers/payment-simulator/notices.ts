import type { Lab } from '#server/lab-state.ts'
import type { CommonStore } from './common-store.ts'

/** A way to deliver a notice, by its name in the page's select. */
interface NoticeRule {
  label: string
  /** Sends the buyer back after the shop has accepted the notice. */
  isFirst: boolean
  /** How often it is sent: a provider promises at least once. */
  times: number
  /** The delay beyond the usual. */
  lateMs?: number
}
export const NOTICES: Record<string, NoticeRule> = {
  usual: { label: 'As usual', isFirst: false, times: 1 },
  first: { label: 'Before you return', isFirst: true, times: 1 },
  twice: { label: 'Twice', isFirst: false, times: 2 },
  late: { label: 'A minute late', isFirst: false, times: 1, lateMs: 60_000 },
  never: { label: 'Never', isFirst: false, times: 0 },
}

const TIMEOUT_MS = 10_000
/** Longer than the time-out, so that two processes never send one notice at once. */
const LEASE_MS = 15_000
const POLL_MS = 250
/** The most attempts to send a notice, with growing pauses. */
const MAX_ATTEMPTS = 20
const MAX_PAUSE_MS = 5 * 60_000

interface NoticeOptions {
  noticeUrl: string
  /** The headers of a notice: its type and its signature. */
  headersFor: (payload: string) => Record<string, string>
  /** How long after the buyer's click a usual notice is sent, when the buyer is back. */
  delayMs: number
  lab?: Lab
}

/** Sends notices to the shop until it accepts them. Unsent notices survive this process. */
export function startNotices(store: CommonStore, options: NoticeOptions) {
  const { noticeUrl, headersFor, delayMs, lab } = options
  let running: Promise<void> = Promise.resolve()
  let queued = 0
  const stopped = new AbortController()

  async function send(payload: string): Promise<boolean> {
    try {
      const { ok, body } = await fetch(noticeUrl, {
        method: 'POST',
        headers: headersFor(payload),
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await body?.cancel()
      return ok
    } catch {
      return false
    }
  }

  async function deliverDue(): Promise<void> {
    for (const delivery of store.dueDeliveries(Date.now())) {
      const { deliveryId, payload, attempts } = delivery
      if (!store.takeDelivery(delivery, Date.now() + LEASE_MS)) continue
      if (await send(payload)) store.deleteDelivery(deliveryId)
      else if (stopped.signal.aborted) return store.postponeDelivery(deliveryId, Date.now())
      else if (attempts + 1 >= MAX_ATTEMPTS) store.deleteDelivery(deliveryId)
      else
        store.postponeDelivery(
          deliveryId,
          Date.now() + Math.min(1000 * 2 ** attempts, MAX_PAUSE_MS),
        )
    }
  }

  /** The failure lab's delivery for the next notice, used once. */
  function fromLab(): string {
    const notice = lab?.nextNotice ?? 'usual'
    if (lab) lab.nextNotice = null
    return notice
  }

  /** Sends the notices that are due, after those being sent. */
  function flush(): Promise<void> {
    queued += 1
    return (running = running.then(deliverDue).finally(() => (queued -= 1)))
  }
  const timer = setInterval(() => {
    if (queued === 0) void flush()
  }, POLL_MS).unref()

  return {
    /**
     * Sends an event.
     *
     * @param notice A name of `NOTICES`.
     * @returns When the buyer may continue.
     */
    async notify(eventId: string, payload: string, notice: string): Promise<void> {
      const rule = NOTICES[notice === 'usual' ? fromLab() : notice] ?? NOTICES.usual!
      const dueAtMs = Date.now() + (rule.isFirst ? 0 : delayMs) + (rule.lateMs ?? 0)
      for (let time = 0; time < rule.times; time++)
        store.insertDelivery(eventId, payload, dueAtMs + time * delayMs)
      if (rule.isFirst) await flush()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      stopped.abort()
      await running
    },
  }
}
export type Notices = ReturnType<typeof startNotices>
