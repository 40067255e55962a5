import { paths } from '#stores/site/paths.ts'
import { Moment, PurchaseDetails } from '#islands/journey/moment/Moment.tsx'
import { momentHeading } from '#islands/journey/moment/moment-heading.ts'
import { useJourneyPage } from '../../journey-page.ts'
import { PurchaseRecord } from '../../PurchaseRecord.tsx'

/** A purchase whose car has been collected. */
export function HandedOver({ title, text }: { title: string; text: string }) {
  const { journey } = useJourneyPage()
  return (
    <Moment title={momentHeading(journey, false)}>
      <p className="lead">
        {title}. {text}
      </p>
      <p>
        <a className="button" href={paths.customer('agreements')}>
          My Purchases
        </a>
      </p>
      <PurchaseDetails>
        <p>
          Your reference: <span className="nowrap">{journey.reference}</span>
        </p>
        <PurchaseRecord canEdit={false} />
      </PurchaseDetails>
    </Moment>
  )
}
