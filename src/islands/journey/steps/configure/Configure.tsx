import { gradeName, optionName } from '#lib/catalogue/car-labels.ts'
import { readyText } from '#lib/catalogue/delivery.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { LazyDisclosure } from '#ui/LazyDisclosure.tsx'
import { CarPicture } from '#islands/journey/deal/CarPicture.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { SummaryLine } from '#ui/SummaryLine.tsx'

const loadCarChange = async () => (await import('./CarChange.tsx')).CarChange

/** The chosen car, with all its choices to change. */
export function Configure() {
  const { journey } = useJourneyPage()
  const { currentQuote: quote } = journey
  const { vehicle } = quote
  const option = optionName(quote)
  const extras = quote.lines.filter(({ kind }) => kind === 'ACCESSORY' || kind === 'SERVICE_PLAN')

  return (
    <div className="stack configure">
      <StepHeading title="Your car">Check that this is the car you want to buy.</StepHeading>
      <CarPicture quote={quote} />
      <dl className="summary">
        <SummaryLine label="Model" value={vehicle.modelName} />
        <SummaryLine label="Grade" value={gradeName(vehicle)} />
        {option && <SummaryLine label="Option" value={option} />}
        <SummaryLine label="Colour" value={vehicle.colourName} />
        <SummaryLine label="Interior" value={vehicle.interiorName} />
        {extras.map(({ code, label, amountCents }) => (
          <SummaryLine key={code} label={label} value={formatMoney(amountCents)} />
        ))}
        {journey.delivery !== undefined && (
          <SummaryLine label="Delivery" value={readyText(journey.delivery)} />
        )}
      </dl>
      <LazyDisclosure title="Change this car" load={loadCarChange} props={{}} />
      <StepActions />
    </div>
  )
}
