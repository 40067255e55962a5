/** The header with how far a demonstration has moved its server's clock, in milliseconds (`/demo/lab/`). Missing for 0. */
export const CLOCK_HEADER = 'demo-clock-ahead-ms'

let aheadMs = 0
const listeners = new Set<() => void>()

/** How far the server's clock is ahead of this browser's, as of its last response. 0 outside a demonstration. */
export const clockAheadMs = (): number => aheadMs

export function noteClock(headers: Headers): void {
  const headerMs = Number(headers.get(CLOCK_HEADER) ?? 0)
  if (headerMs === aheadMs) return
  aheadMs = headerMs
  for (const listener of listeners) listener()
}

/** Calls a listener when the server's clock is moved. Returns a function that stops it. */
export function onClockMoved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The server's time, by which quotes and offers expire, in milliseconds since the Unix epoch. */
export const serverNowMs = (): number => Date.now() + aheadMs
