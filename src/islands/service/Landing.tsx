import { formatMoney } from '#lib/shared/money.ts'
import { furthestBookingStep } from '#lib/service/steps.ts'
import { formatMinutes } from '#lib/service/labels.ts'
import { chooseVehicle, clearDraft, dropHold } from '#stores/service/service-draft.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { Loading } from '#ui/Loading.tsx'
import { goTo } from '#ui/hooks/use-hash.ts'
import { NotYours } from './NotYours.tsx'
import type { ServiceData } from './service-data.ts'
import { useChosen } from './use-chosen.ts'
import { VehicleStep } from './VehicleStep.tsx'

/** The page of the service area: the vehicle to begin with, what each service costs, and what is good to know. */
export function Landing({
  page,
  types,
  outlets,
  picture,
  isWaiting,
  isClosed,
}: ServiceData & {
  isWaiting?: boolean
  /** For staff whose role makes no bookings. */
  isClosed?: boolean
}) {
  return (
    <>
      <section className="service-hero">
        <div className="wrap service-hero__grid">
          <div className="service-hero__words">
            <AreaHeading title={page.title} />
            <p className="lead">{page.lead}</p>
          </div>
          <img className="service-hero__car" {...picture} alt="" decoding="async" />
          <div className="panel service-hero__panel">
            {isWaiting ? (
              <Loading text="Getting ready" />
            ) : isClosed ? (
              <NotYours />
            ) : (
              <Begin outlets={outlets} />
            )}
          </div>
        </div>
      </section>
      <section className="section wrap" aria-labelledby="service-kinds">
        <div className="service-head">
          <h2 id="service-kinds">{page.kinds.heading}</h2>
          <p className="quiet">{page.kinds.text}</p>
        </div>
        <ul className="service-kinds">
          {types.map((type) => (
            <li key={type.code}>
              <div className="service-kinds__name">
                <h3>{type.name}</h3>
                <p className="quiet">{type.text}</p>
              </div>
              <ul className="service-kinds__includes">
                {type.includes.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
              <p className="service-kinds__price">
                <strong className="money">
                  {type.priceCents === 0 ? 'No charge' : formatMoney(type.priceCents)}
                </strong>
                {type.evPriceCents !== type.priceCents && (
                  <span>
                    Electric cars <span className="money">{formatMoney(type.evPriceCents)}</span>
                  </span>
                )}
                <span className="quiet">About {formatMinutes(type.minutes)}</span>
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section className="service-good" aria-labelledby="service-good">
        <div className="section wrap">
          <h2 id="service-good">{page.good.heading}</h2>
          <div className="service-good__points">
            {page.good.points.map(({ heading, text }) => (
              <div key={heading}>
                <h3>{heading}</h3>
                <p>{text}</p>
              </div>
            ))}
          </div>
        </div>
      </section>
    </>
  )
}

/** The first step, with the way back to a booking that was begun. */
function Begin({ outlets }: Pick<ServiceData, 'outlets'>) {
  const { draft, facts } = useChosen(outlets)
  const furthest = furthestBookingStep(facts)
  const isBegun = draft.registration !== '' && draft.serviceCode !== ''
  return (
    <div className="stack">
      <VehicleStep
        draft={draft}
        onChosen={(chosen) => {
          chooseVehicle(chosen)
          goTo('#/outlet')
        }}
      />
      {isBegun && (
        <p className="small">
          You began to book a service for {draft.vehicle || draft.registration}.{' '}
          <a href={`#/${furthest}`}>Go on with it</a> or{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => {
              dropHold()
              clearDraft()
            }}
          >
            start again
          </button>
          .
        </p>
      )}
    </div>
  )
}
