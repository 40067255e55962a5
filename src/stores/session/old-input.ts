import { DAY_MS } from '#lib/shared/durations.ts'
import { MY_CAR_KEPT_MS, MY_CAR_KEY } from '#lib/trade-in/my-car-key.ts'

// A browser may be shared, and a visitor who never signs in can't log out: what they typed goes with time.

/** How long the browser keeps a visitor's typed details. */
export const TYPED_KEPT_MS = DAY_MS

interface Stored {
  savedAtMs?: unknown
  newPurchase?: object | null
}

function read(stored: string | undefined): Stored | null {
  try {
    return JSON.parse(stored ?? 'null') as Stored | null
  } catch {
    return null
  }
}

const isOld = ({ savedAtMs }: Stored, nowMs: number) =>
  typeof savedAtMs !== 'number' || nowMs - savedAtMs >= TYPED_KEPT_MS

/** A stored draft; `undefined` once it is old. */
export function withoutOldDraft(stored: string | undefined, nowMs: number): string | undefined {
  const draft = read(stored)
  return draft && !isOld(draft, nowMs) ? stored : undefined
}

/** A visitor's stored purchase. Once it is old, it has the car that was chosen, and neither people nor their old cars. */
export function withoutOldDetails(stored: string | undefined, nowMs: number): string | undefined {
  const slice = read(stored)
  if (!slice || !isOld(slice, nowMs)) return stored
  const { newPurchase } = slice
  return JSON.stringify({
    ...slice,
    ownerDrafts: {},
    newPurchase: newPurchase ? { ...newPurchase, vehicles: [] } : null,
  })
}

/** Forgets what was typed into forms of this tab once it is old. */
export function forgetOldForms(key: string, nowMs: number) {
  try {
    const drafts = Object.entries(read(sessionStorage.getItem(key) ?? undefined) ?? {})
    const kept = drafts.filter(([, draft]) => !isOld(draft as Stored, nowMs))
    if (kept.length === drafts.length) return
    if (kept.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Storage is blocked, or holds something else.
  }
}

/** Forgets the car that a visitor drives once its value is old. */
export function forgetOldCar(nowMs: number) {
  try {
    const { foundAtMs } = JSON.parse(localStorage.getItem(MY_CAR_KEY) ?? '{}') as {
      foundAtMs?: unknown
    }
    if (typeof foundAtMs === 'number' && nowMs - foundAtMs >= MY_CAR_KEPT_MS)
      localStorage.removeItem(MY_CAR_KEY)
  } catch {
    // Storage is blocked, or holds something else.
  }
}
