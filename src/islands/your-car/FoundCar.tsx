import type { RefObject } from 'react'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import { CONDITION_QUESTIONS } from '#lib/trade-in/trade-condition.ts'
import { myCarGuide, myCarName, type MyCar } from '#lib/trade-in/my-car.ts'
import { withMyCar } from '#lib/trade-in/with-my-car.ts'
import { paths } from '#stores/site/paths.ts'
import { AllCalls } from '#ui/AllCalls.tsx'
import { Button } from '#ui/Button.tsx'
import { NumberField } from '#ui/fields/NumberField.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Slider } from '#ui/fields/Slider.tsx'
import { OpenRecallNotice } from '#ui/OpenRecallNotice.tsx'
import type { YourCarData } from './your-car-data.ts'

interface FoundCarProps extends YourCarData {
  car: MyCar
  heading: RefObject<HTMLHeadingElement | null>
  onChange: (part: Partial<MyCar>) => void
  onForget: () => void
}

/** Beyond this the value no longer falls with the distance. */
const MOST_KM = 300_000
const STEP_KM = 1000

/** What is known of the visitor's car, its value, and what that makes of our weekly payments. */
export function FoundCar({ car, heading, onChange, onForget, ...data }: FoundCarProps) {
  const { registration, wofExpiry, licenceExpiry, odometerKm, answers } = car
  return (
    <div className="your-car">
      <div className="stack stack--s">
        <h3 ref={heading} tabIndex={-1}>
          {myCarName(car)} <span className="plate">{registration}</span>
        </h3>
        <dl className="summary small">
          <Fact label="Warrant of Fitness" value={untilDay(wofExpiry)} />
          <Fact label="Registration (rego)" value={untilDay(licenceExpiry)} />
        </dl>
        <Recalls car={car} brand={data.brand} />
      </div>
      <div className="stack stack--s">
        <Value car={car} />
        {car.guide && (
          <>
            <NumberField
              label="Odometer (km)"
              isShort
              value={odometerKm}
              onChange={(km) => onChange({ odometerKm: km })}
            />
            <Slider
              label="Odometer"
              min={0}
              max={MOST_KM}
              step={STEP_KM}
              value={Math.min(odometerKm ?? 0, MOST_KM)}
              text={`${formatNumber(odometerKm ?? 0)} kilometres`}
              onChange={(km) => onChange({ odometerKm: km })}
            />
            <details className="disclosure">
              <summary>Its condition</summary>
              <div className="condition-fields">
                {CONDITION_QUESTIONS.map(({ label, answers: offered }) => (
                  <SelectField
                    key={label}
                    label={label}
                    value={answers[label] ?? ''}
                    options={['', ...offered].map((value) => ({
                      value,
                      label: value || 'Not sure',
                    }))}
                    onChange={(answer) => onChange({ answers: { ...answers, [label]: answer } })}
                  />
                ))}
              </div>
            </details>
          </>
        )}
      </div>
      {car.guide && <WithYourCar car={car} {...data} />}
      <div className="cluster your-car__acts">
        <a className="button" href={paths.models}>
          See our cars
        </a>
        <Button kind="quiet" onClick={onForget}>
          Forget this car
        </Button>
      </div>
      <p className="fine-print">
        This browser keeps your car’s plate and details for 14 days, or until you press Forget this
        car. We never look up who owns it.
      </p>
    </div>
  )
}

const untilDay = (day: string | null) =>
  day === null
    ? 'Not in the register'
    : `${day < aucklandDay(serverNowMs()) ? 'expired' : 'until'} ${formatDay(day)}`

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div className="summary__line">
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

function Recalls({ car, brand }: { car: MyCar; brand: string }) {
  if (car.openRecalls.length > 0)
    return (
      <OpenRecallNotice recalls={car.openRecalls}>
        <p>
          The repair is free, and you can still trade the car in.{' '}
          <AllCalls>
            <a href={paths.service}>Book the repair</a>.
          </AllCalls>
        </p>
      </OpenRecallNotice>
    )
  return car.make.toLowerCase() === brand.toLowerCase() ? (
    <p className="small">No outstanding recalls.</p>
  ) : (
    <p className="small">
      We only have recalls for {brand} cars.{' '}
      <a href={paths.recalls}>Check recalls for other makes</a>.
    </p>
  )
}

function Value({ car }: { car: MyCar }) {
  const guide = myCarGuide(car)
  return guide ? (
    <div>
      <p className="kicker quiet">Guide value</p>
      <p className="price" role="status">
        {formatMoney(guide.lowCents)} to {formatMoney(guide.highCents)}
      </p>
      <p className="small quiet">
        This is a guide, not an offer. It depends on your car’s condition and how far it’s been
        driven. When you add your car to a purchase, you may get a firm offer straight away.
      </p>
    </div>
  ) : (
    <p>
      We have no guide value for this car. Add it to a purchase, and our team will appraise it and
      make you an offer. Or <a href={paths.dealers}>ask your dealer</a>.
    </p>
  )
}

/** Every model with its weekly payment. */
function WithYourCar({ car, models, product }: { car: MyCar } & YourCarData) {
  const rows = models.flatMap((model) => {
    const shown = withMyCar(car, { loan: model.loan, product })
    return shown ? [{ ...model, ...shown }] : []
  })
  const [first] = rows
  if (!first) return null
  return (
    <div className="stack stack--s your-car__models">
      <h4>With your {myCarName(car)}</h4>
      <ul>
        {rows.map(({ slug, name, payment }) => (
          <li key={slug}>
            <a href={paths.model(slug)}>{name}</a>
            <span>
              from <strong className="money">{payment}</strong>
            </span>
          </li>
        ))}
      </ul>
      <p className="small quiet">{first.basis}</p>
      <details className="disclosure">
        <summary>See the full breakdown of these estimates</summary>
        <dl className="small">
          {rows.map(({ slug, name, figures }) => (
            <div key={slug}>
              <dt>{name}</dt>
              <dd>{figures}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}
