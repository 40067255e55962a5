import { paths } from '#stores/site/paths.ts'
import { LinkToCopy } from '#ui/LinkToCopy.tsx'
import { QrCode } from '#ui/QrCode.tsx'

/** The link of a purchase, to copy or to scan. */
export function PurchaseLink({ id }: { id: string }) {
  const link = location.origin + paths.purchase(id)
  return (
    <div className="stack stack--s">
      <p>
        Open the link on your other device, or scan the code with a phone. Sign in to carry on where
        you left off.
      </p>
      <LinkToCopy
        label="Link to this purchase"
        hint="Only you and our team can open it."
        link={link}
      />
      <QrCode text={link} label="QR code to open this purchase" />
    </div>
  )
}
