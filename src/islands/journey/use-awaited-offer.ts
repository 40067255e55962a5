import { useEffect } from 'react'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { pollForOffer } from '#stores/journey/trade-in-answer.ts'

/** Shows a new offer on an open page within a minute. */
const EVERY_MS = 30_000

/** Polls for a trade-in offer while one is awaited and the page is visible. */
export function useAwaitedOffer({ id, tradeInformation }: PurchaseJourney) {
  const isAwaited =
    id !== NEW_JOURNEY_ID &&
    tradeInformation.vehicles.some(({ status }) => status === 'APPRAISAL_REQUESTED')
  useEffect(() => {
    if (!isAwaited) return
    const poll = () => {
      if (document.visibilityState === 'visible') void pollForOffer(id)
    }
    const timer = setInterval(poll, EVERY_MS)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [id, isAwaited])
}
