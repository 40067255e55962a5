import type { Server } from 'node:http'

/** How long requests under way may take once no more are taken. */
const ANSWER_WITHIN_MS = 25_000
/** How long all of the stop may take from then on. */
const END_WITHIN_MS = 30_000

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))

/**
 * Stops a server: while it drains, load balancers see "not ready" and send no new requests; then open requests are finished,
 * and what else is under way.
 */
export async function stopServing(
  server: Pick<Server, 'close' | 'closeIdleConnections'>,
  drainMs: number,
  endRest: () => Promise<void>,
): Promise<void> {
  await pause(drainMs)
  setTimeout(() => process.exit(1), END_WITHIN_MS).unref()
  const closed = new Promise((done) => server.close(done))
  server.closeIdleConnections()
  await Promise.race([closed, pause(ANSWER_WITHIN_MS)])
  await endRest()
}
