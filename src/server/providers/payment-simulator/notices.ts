import type { Lab } from '#server/lab-state.ts'
import type { CommonStore } from './common-store.ts'

/** How a notice travels, by the name in the page's select. */
interface NoticeRule {
  label: string
  /** Waits for the shop to have taken the notice before the buyer goes back. */
  isFirst: boolean
  /** How often it is sent: a provider promises at least once, and may do it again. */
  times: number
  /** How much later than usual. */
  lateMs?: number
}
export const NOTICES: Record<string, NoticeRule> = {
  usual: { label: 'As usual', isFirst: false, times: 1 },
  first: { label: 'Before the return', isFirst: true, times: 1 },
  twice: { label: 'Twice', isFirst: false, times: 2 },
  late: { label: 'A minute late', isFirst: false, times: 1, lateMs: 60_000 },
  never: { label: 'Never', isFirst: false, times: 0 },
}

const TIMEOUT_MS = 10_000
/** Longer than that, so that no two processes send a notice at once. */
const LEASE_MS = 15_000
const POLL_MS = 250
/** A shop that does not take a notice gets it again, at growing distance; after this many times no more. */
const MAX_ATTEMPTS = 20
const MAX_PAUSE_MS = 5 * 60_000

interface NoticeOptions {
  noticeUrl: string
  /** The headers a notice goes with: its type, and what proves its sender. */
  headersFor: (payload: string) => Record<string, string>
  /** So long after the buyer's click a usual notice is sent: the buyer is back by then. */
  delayMs: number
  lab?: Lab
}

/** Sends notices to the shop until it takes them. What is due outlives this process. */
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

  /** What the lab has in store for the next notice, once. */
  function fromLab(): string {
    const notice = lab?.nextNotice ?? 'usual'
    if (lab) lab.nextNotice = null
    return notice
  }

  /** Sends what is due, after what is being sent. */
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
     * @param notice How it travels: a name of `NOTICES`.
     * @returns When the buyer may go on.
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
