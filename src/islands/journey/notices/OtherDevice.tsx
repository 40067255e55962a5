import { useState } from 'react'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { useJourneyPage } from '#islands/journey/journey-page.ts'

const loadLink = async () => (await import('./PurchaseLink.tsx')).PurchaseLink

/** A link and QR code that open this purchase on another device, for its customer and for staff. */
export function OtherDevice() {
  const { id } = useJourneyPage().journey
  const [isOpen, setIsOpen] = useState(false)
  if (id === NEW_JOURNEY_ID) return null
  return (
    <details
      className="disclosure no-print"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Continue on another device</summary>
      {isOpen && <LazyComponent load={loadLink} text="Creating the QR code" props={{ id }} />}
    </details>
  )
}
