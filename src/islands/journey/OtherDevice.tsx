import { NEW_JOURNEY_ID } from '#lib/constants.ts'
import { paths } from '#stores/site.ts'
import { LinkToCopy } from '#ui/LinkToCopy.tsx'
import { useJourneyPage } from './journey-page.ts'

/** The way to this purchase from a phone, or from a larger screen. It opens for its customer and for our people. */
export function OtherDevice() {
  const { id } = useJourneyPage().journey
  if (id === NEW_JOURNEY_ID) return null
  return (
    <details className="disclosure">
      <summary>Go on on another device</summary>
      <div className="stack stack--s">
        <LinkToCopy
          label="Link to this purchase"
          hint="Open it there and sign in: the purchase is where you left it. Besides you, only our people can open it."
          link={location.origin + paths.purchase(id)}
        />
      </div>
    </details>
  )
}
