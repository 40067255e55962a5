/** How far a demonstration has moved the clock of its server, in milliseconds (`/demo/lab/`). Missing where it has not. */
export const CLOCK_HEADER = 'demo-clock-ahead-ms'

let aheadMs = 0
const listeners = new Set<() => void>()

/** How far the server's clock is ahead of this browser's, as its last answer said. 0 but in a demonstration. */
export const clockAheadMs = (): number => aheadMs

export function noteClock(headers: Headers): void {
  const said = Number(headers.get(CLOCK_HEADER) ?? 0)
  if (said === aheadMs) return
  aheadMs = said
  for (const listener of listeners) listener()
}

/** Has somebody told when the clock was moved. Returns how to stop. */
export function onClockMoved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The time by which quotes and offers run out, in milliseconds since the Unix epoch. */
export const shopNowMs = (): number => Date.now() + aheadMs
