/** How often the event loop is asked whether it is late. */
const EVERY_MS = 50
/** How much of what was known before counts beside what is seen now: one answer of up to a few seconds is no overload. */
const MEMORY = 0.8

export interface Load {
  /** Whether requests wait longer than they should before anybody looks at them. */
  isOverloaded(): boolean
  stop(): void
}

/**
 * Watches how late the event loop is.
 *
 * @param mostMs From so late on it is too much; 0 never is.
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
