import { computed } from 'nanostores'
import { $storedPurchase } from '#stores/session/session.ts'
import { decodeSlice, type PurchaseSlice } from './purchase-slice.ts'

/** The purchase data in this browser's storage (decision 11). It is cleared with the session. */
export const $purchaseSlice = computed($storedPurchase, decodeSlice)

/** Changes fields of the slice; other tabs' journeys in it are kept. */
export function changeSlice(change: (slice: PurchaseSlice) => Partial<PurchaseSlice>) {
  const slice = $purchaseSlice.get()
  $storedPurchase.set(JSON.stringify({ ...slice, savedAtMs: Date.now(), ...change(slice) }))
}
