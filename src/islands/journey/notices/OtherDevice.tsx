import { useState } from 'react'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import { paths } from '#stores/site/paths.ts'
import { LazyComponent } from '#ui/LazyComponent.tsx'
import { LinkToCopy } from '#ui/LinkToCopy.tsx'
import { useJourneyPage } from '#islands/journey/journey-page.ts'

const loadQrCode = async () => (await import('#ui/QrCode.tsx')).QrCode

/** A link and QR code that open this purchase on another device, for its customer and for staff. */
export function OtherDevice() {
  const { id } = useJourneyPage().journey
  const [isOpen, setIsOpen] = useState(false)
  if (id === NEW_JOURNEY_ID) return null
  const link = location.origin + paths.purchase(id)
  return (
    <details
      className="disclosure no-print"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Continue on another device</summary>
      <div className="stack stack--s">
        <p>
          Open the link on your other device, or scan the code with a phone. Sign in to carry on
          where you left off.
        </p>
        <LinkToCopy
          label="Link to this purchase"
          hint="Only you and our team can open it."
          link={link}
        />
        {isOpen && (
          <LazyComponent
            load={loadQrCode}
            text="Creating the QR code"
            props={{ text: link, label: 'QR code to open this purchase' }}
          />
        )}
      </div>
    </details>
  )
}
