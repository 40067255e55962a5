import { TeReo } from '#ui/TeReo.tsx'
import { shownPhone, phoneLink } from '#lib/shared/phone.ts'
import { useOutlet } from '#islands/journey/use-outlet.ts'

/** The dealer of the purchase with its number, once the outlets are loaded. */
export function OutletToCall({ lead = '' }: { lead?: string }) {
  const outlet = useOutlet()
  return (
    outlet && (
      <p>
        {lead && `${lead} `}
        <TeReo text={`${outlet.name},`} />{' '}
        <a className="nowrap" href={phoneLink(outlet.phone)}>
          {shownPhone(outlet.phone)}
        </a>
      </p>
    )
  )
}
