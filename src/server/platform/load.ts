/** How often to measure the delay of the event loop. */
const EVERY_MS = 50
/** The weight of earlier measurements, so that one answer of a few seconds is no overload. */
const MEMORY = 0.8

export interface Load {
  /** Whether requests wait too long before they are handled. */
  isOverloaded(): boolean
  stop(): void
}

/**
 * Watches the delay of the event loop.
 *
 * @param mostMs The delay that counts as overload; 0 for none.
 */
export function monitorLoad(mostMs: number, now: () => number = () => performance.now()): Load {
  if (mostMs === 0) return { isOverloaded: () => false, stop() {} }
  let lateMs = 0
  let dueAt = now() + EVERY_MS
  const timer = setInterval(() => {
    lateMs = lateMs * MEMORY + Math.max(0, now() - dueAt) * (1 - MEMORY)
    dueAt = now() + EVERY_MS
  }, EVERY_MS).unref()
  return { isOverloaded: () => lateMs > mostMs, stop: () => clearInterval(timer) }
}
