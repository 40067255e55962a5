import { MODULE_RETRY_PAUSES_MS } from '#lib/shared/constants.ts'
import type { Result } from './failure.ts'

type Load<T> = () => Promise<T>

const loaded = new WeakMap<Load<unknown>, unknown>()

/** The module that {@link loadModule} has loaded by the same function; `null` before that. */
export const loadedModule = <T>(load: Load<T>): T | null => (loaded.get(load) as T) ?? null

/**
 * Loads a module when it is needed. Loading can fail like a call, so it returns a `Result`. While there is a
 * connection it is tried again after growing pauses: current browsers request a failed module again, older ones only
 * after the page is reloaded.
 *
 * @param load The dynamic import. The result is kept by function: a browser takes time even for a module that it has.
 */
export async function loadModule<T>(load: Load<T>): Promise<Result<T>> {
  const known = loadedModule(load)
  if (known !== null) return { ok: true, value: known }
  for (let tries = 0; ; tries++) {
    try {
      const value = await load()
      loaded.set(load, value)
      return { ok: true, value }
    } catch {
      const pauseMs = MODULE_RETRY_PAUSES_MS[tries]
      if (pauseMs === undefined || !navigator.onLine)
        return { ok: false, failure: { kind: 'network', reason: 'failed' } }
      await new Promise((done) => setTimeout(done, pauseMs))
    }
  }
}
