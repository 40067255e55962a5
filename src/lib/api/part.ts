import { PART_PAUSES_MS } from '#lib/shared/constants.ts'
import type { Result } from './failure.ts'

type Load<T> = () => Promise<T>

const fetched = new WeakMap<Load<unknown>, unknown>()

/** What {@link fetchPart} has fetched already by this very function. */
export const fetchedPart = <T>(load: Load<T>): T | null => (fetched.get(load) as T) ?? null

/**
 * Loads a module when it is needed. Loading can fail as a call can, and has a `Result` like one. While there is a
 * connection it is tried again after growing pauses: current browsers request a failed module again, older ones only
 * after the page is reloaded.
 *
 * @param load The dynamic import. The result is kept by function: a browser takes time even for a module that it has.
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
