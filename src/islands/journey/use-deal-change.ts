import { useState } from 'react'
import { isSameDeal } from '#lib/purchases/deal-changes.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'

/**
 * Notices that a purchase becomes another deal while its terms are ticked: staff or another device may have changed it,
 * and the page renews itself.
 *
 * @param isTicked Whether something on the page accepts the deal as it is shown.
 * @param isSending A change that is met meanwhile is noticed afterwards.
 * @param onChange Called while rendering, once, with the deal that was accepted.
 */
export function useDealChange(
  journey: PurchaseJourney,
  isTicked: boolean,
  isSending: boolean,
  onChange: (accepted: PurchaseJourney) => void,
) {
  const [accepted, setAccepted] = useState<PurchaseJourney | null>(null)
  if (!isTicked) {
    if (accepted) setAccepted(null)
  } else if (!accepted) setAccepted(journey)
  else if (!isSending && !isSameDeal(accepted, journey)) {
    setAccepted(null)
    onChange(accepted)
  }
}
