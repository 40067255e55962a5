import { PART_PAUSES_MS } from '#lib/shared/constants.ts'
import type { Result } from './failure.ts'

type Load<T> = () => Promise<T>

const fetched = new WeakMap<Load<unknown>, unknown>()

/** What {@link fetchPart} has fetched already by this very function. */
export const fetchedPart = <T>(load: Load<T>): T | null => (fetched.get(load) as T) ?? null

/**
 * A part of the page's code, fetched when it is needed. Fetching it can fail as a call can, and is a `Result` as one.
 * While there is a connection it is tried again after growing pauses: browsers of today ask anew for a module that
 * they did not get. Older ones remember that it failed, until the page is loaded again.
 *
 * @param load The dynamic import. The same function is asked once: a browser takes its time for a module that it has, too.
 */
export async function fetchPart<T>(load: Load<T>): Promise<Result<T>> {
  const known = fetchedPart(load)
  if (known !== null) return { ok: true, value: known }
  for (let tries = 0; ; tries++) {
    try {
      const value = await load()
      fetched.set(load, value)
      return { ok: true, value }
    } catch {
      const pauseMs = PART_PAUSES_MS[tries]
      if (pauseMs === undefined || !navigator.onLine)
        return { ok: false, failure: { kind: 'network', reason: 'failed' } }
      await new Promise((done) => setTimeout(done, pauseMs))
    }
  }
}
