import { computed } from 'nanostores'
import { $storedPurchase } from '#stores/session/session.ts'
import { decodeSlice, type PurchaseSlice } from './purchase-slice.ts'

/** What of purchases is kept in this browser (decision 11): all of it is forgotten with the session. */
export const $purchaseSlice = computed($storedPurchase, decodeSlice)

/** Changes the slice by what `change` makes of it; other tabs' journeys in it stay as they are. */
export function changeSlice(change: (slice: PurchaseSlice) => Partial<PurchaseSlice>) {
  const slice = $purchaseSlice.get()
  $storedPurchase.set(JSON.stringify({ ...slice, ...change(slice) }))
}
