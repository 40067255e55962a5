import { setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import { addToast } from './toasts.ts'

/**
 * The engine of persistent stores: this browser's storage, and memory for values it refuses (it is full, or blocked).
 * Import `persistentAtom` from here, so that this is set up before the first store reads.
 *
 * Browser storage is read at once, before anything renders, which is well within the limit of five seconds.
 */
export function storageEngine(area: () => Storage, onRefused: () => void): Record<string, string> {
  const memory = new Map<string, string>()
  const tryIn = <T>(use: (area: Storage) => T): T | undefined => {
    try {
      return use(area())
    } catch {
      return undefined
    }
  }
  const read = (key: string) =>
    memory.get(key) ?? tryIn((stored) => stored.getItem(key)) ?? undefined
  return new Proxy<Record<string, string>>(
    {},
    {
      get: (_, key) => read(String(key)),
      has: (_, key) => read(String(key)) !== undefined,
      set: (_, key, value: string) => {
        const isStored = tryIn((stored) => (stored.setItem(String(key), value), true))
        if (isStored) memory.delete(String(key))
        else {
          if (memory.size === 0) onRefused()
          memory.set(String(key), value)
        }
        return true
      },
      deleteProperty: (_, key) => {
        memory.delete(String(key))
        tryIn((stored) => stored.removeItem(String(key)))
        return true
      },
    },
  )
}

const toastRefused = () =>
  addToast({
    kind: 'warning',
    text: 'This browser isn’t saving what you enter. You’ll lose it when you leave the page.',
  })

let engine: Record<string, string> | null = null

if (typeof window !== 'undefined') {
  engine = storageEngine(() => window.localStorage, toastRefused)
  setPersistentEngine(engine, windowPersistentEvents)
}

/**
 * Loads a value that another tab has stored. The browser's event comes a moment later, and even later to a page that was
 * asleep: until then the page would act for a user who has signed out.
 *
 * @param known The store's current value, as it would be stored; `undefined` for none.
 */
export function catchUpWith(key: string, known: string | undefined) {
  const stored = engine?.[key]
  if (engine && stored !== known)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: stored ?? null }))
}

export { persistentAtom } from '@nanostores/persistent'
