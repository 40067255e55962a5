import { computed } from 'nanostores'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import { TYPED_KEPT_MS } from '#stores/session/old-input.ts'
import { $storedPurchase } from '#stores/session/session.ts'
import { formDrafts } from '#stores/site/form-drafts.ts'
import { decodeSlice, withEntry, type NewPurchase, type PurchaseSlice } from './purchase-slice.ts'

/** The purchase data in this browser's storage (decision 11). It is cleared with the session. */
export const $purchaseSlice = computed($storedPurchase, decodeSlice)

/** Changes fields of the slice; other tabs' journeys in it are kept. */
export function changeSlice(change: (slice: PurchaseSlice) => Partial<PurchaseSlice>) {
  const slice = $purchaseSlice.get()
  $storedPurchase.set(JSON.stringify({ ...slice, savedAtMs: Date.now(), ...change(slice) }))
}

/** Keeps a new purchase in place of the last one. What is typed for that, also into forms of this tab, is dropped. */
export function replaceNewPurchase(newPurchase: NewPurchase | null) {
  formDrafts.dropOf(NEW_JOURNEY_ID)
  changeSlice(({ ownerDrafts }) => ({
    newPurchase,
    ownerDrafts: withEntry(ownerDrafts, NEW_JOURNEY_ID, undefined),
  }))
}

// A new purchase goes a day after its last change, and its owner's details with it. Another person may have signed in on
// this browser since.
const { newPurchase, ownerDrafts, savedAtMs } = $purchaseSlice.get()
if (
  newPurchase
    ? !(Date.now() - (newPurchase.savedAtMs ?? savedAtMs!) < TYPED_KEPT_MS)
    : ownerDrafts[NEW_JOURNEY_ID]
)
  replaceNewPurchase(null)
