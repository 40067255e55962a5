import { DAY_MS } from '#lib/shared/durations.ts'
import { SESSION_KEY } from '#lib/shared/constants.ts'

// A browser may be shared, and a visitor who never signs in can't log out: what they typed goes with time. Every page loads
// this, before the stores read; it has to be small.

/** How long the browser keeps typed details. */
export const TYPED_KEPT_MS = DAY_MS

export const PURCHASE_KEY = 'purchase:1'
export const SERVICE_KEY = 'service:1'

// A day later no page shows the booking. What a signed-in customer's purchases have not saved yet stays.
if (typeof window !== 'undefined')
  for (const key of [SERVICE_KEY, PURCHASE_KEY])
    try {
      const { savedAtMs } = JSON.parse(localStorage.getItem(key)!) as { savedAtMs?: number }
      const isFresh = Date.now() - savedAtMs! < TYPED_KEPT_MS
      if (
        !isFresh &&
        (key === SERVICE_KEY || !localStorage.getItem(SESSION_KEY)?.includes('token":{'))
      )
        localStorage.removeItem(key)
    } catch {
      // Nothing is stored, or something else, or storage is blocked.
    }
