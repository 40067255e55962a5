import { useEffect } from 'react'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { pollForOffer } from '#stores/journey/trade-in-answer.ts'

/** A page that is left and seen again within this time is as it was. */
const AT_MOST_EVERY_MS = 5_000

/**
 * Looks whether a started purchase has moved on elsewhere, whenever its page is seen again: on another device it may have
 * been confirmed and paid.
 */
export function useFreshJourney({ id, status }: Pick<PurchaseJourney, 'id' | 'status'>) {
  const mayMoveOn = id !== NEW_JOURNEY_ID && status.purchaseJourneyStatusCode === 'STARTED'
  useEffect(() => {
    if (!mayMoveOn) return
    let lookedAtMs = Date.now()
    const look = () => {
      const nowMs = Date.now()
      if (document.visibilityState !== 'visible' || nowMs - lookedAtMs < AT_MOST_EVERY_MS) return
      lookedAtMs = nowMs
      void pollForOffer(id)
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [id, mayMoveOn])
}
