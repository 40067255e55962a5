import { NEW_JOURNEY_ID } from '#lib/constants.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { paths } from '#stores/site.ts'
import { CarPicture } from '../../CarPicture.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'

/** The car as it was built, and the way back to change it. */
export function Configure() {
  const { journey } = useJourneyPage()
  const { currentQuote: quote } = journey
  const { vehicle } = quote
  const extras = quote.lines.filter(({ kind }) => kind === 'ACCESSORY' || kind === 'SERVICE_PLAN')
  const isSaved = journey.id !== NEW_JOURNEY_ID

  return (
    <div className="stack">
      <StepHeading title="Your car">Check that this is the car you want to buy.</StepHeading>
      <CarPicture quote={quote} />
      <dl className="summary">
        <Choice label="Model" value={vehicle.modelName} />
        <Choice label="Grade" value={vehicle.variantName} />
        <Choice label="Colour" value={vehicle.colourName} />
        <Choice label="Interior" value={vehicle.interiorName} />
        {extras.map(({ code, label, amountCents }) => (
          <Choice key={code} label={label} value={formatMoney(amountCents)} />
        ))}
      </dl>
      <p>
        <a href={paths.buildAndQuote({ quoteId: quote.quoteId })}>
          {isSaved ? 'Build another car from this one' : 'Change this car'}
        </a>
        {isSaved && <span className="quiet"> This purchase stays as it is.</span>}
      </p>
      <StepActions />
    </div>
  )
}

const Choice = ({ label, value }: { label: string; value: string }) => (
  <div className="summary__line">
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
