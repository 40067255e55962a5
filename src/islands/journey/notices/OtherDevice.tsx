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
          Open the link there, or point a phone’s camera at the code. Sign in, and the purchase is
          where you left it.
        </p>
        <LinkToCopy
          label="Link to this purchase"
          hint="Besides you, only our team can open it."
          link={link}
        />
        {isOpen && (
          <LazyComponent
            load={loadQrCode}
            text="Drawing the code"
            props={{ text: link, label: 'QR code of the link to this purchase' }}
          />
        )}
      </div>
    </details>
  )
}
