import { useEffect } from 'react'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { lookForOffer } from '#stores/journey/trade-in-answer.ts'

/** Often enough that an offer is on an open page within a minute. */
const EVERY_MS = 30_000

/** Shows an offer for a trade-in as it comes, while one is awaited and the page can be seen. */
export function useAwaitedOffer({ id, tradeInformation }: PurchaseJourney) {
  const isAwaited =
    id !== NEW_JOURNEY_ID &&
    tradeInformation.vehicles.some(({ status }) => status === 'APPRAISAL_REQUESTED')
  useEffect(() => {
    if (!isAwaited) return
    const look = () => {
      if (document.visibilityState === 'visible') void lookForOffer(id)
    }
    const timer = setInterval(look, EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [id, isAwaited])
}
