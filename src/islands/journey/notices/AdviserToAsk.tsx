import { useEffect } from 'react'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { AdviserCard } from '#ui/purchase/AdviserCard.tsx'
import { useJourneyPage } from '#islands/journey/journey-page.ts'
import { $outlets, loadOutlets } from '#islands/journey/outlets.ts'

/** Who answers while the buyer waits: the dealer's adviser, or the brand's for a payment under review and without a dealer. */
export function AdviserToAsk() {
  const { journey, desk } = useJourneyPage()
  const { outletCode, openPayment } = journey
  const review = openPayment?.review
  const outlets = useIslandStore($outlets, null)
  useEffect(() => void loadOutlets(), [])
  if (outlets === null) return null
  const outlet =
    outlets === 'failed' ? undefined : outlets.find((dealer) => dealer.outletCode === outletCode)
  // With a review its number is on the page already.
  const place = review ? desk && { ...desk, phone: '' } : (outlet ?? desk)
  return (
    place && <AdviserCard place={place} answerBy={review?.isOverdue ? null : review?.answerBy} />
  )
}
