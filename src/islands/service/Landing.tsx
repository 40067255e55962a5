import { formatMoney } from '#lib/shared/money.ts'
import { furthestBookingStep } from '#lib/service/steps.ts'
import { formatMinutes } from '#lib/service/labels.ts'
import { chooseVehicle, clearDraft, dropHold } from '#stores/service/service-draft.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { Loading } from '#ui/Loading.tsx'
import { goTo } from '#ui/hooks/use-hash.ts'
import type { ServiceData } from './service-data.ts'
import { useBookingDraft } from './use-booking-draft.ts'
import { VehicleStep } from './VehicleStep.tsx'
import { rightRefusal } from '#lib/staff/right-refusal.ts'
import { $customer } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Notice } from '#ui/Notice.tsx'

/** The start page of service booking: the vehicle, the services with their prices, and advice. */
export function Landing({
  page,
  types,
  outlets,
  picture,
  isWaiting,
  isClosed,
}: ServiceData & {
  isWaiting?: boolean
  /** Shown to staff without the right to book. */
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
              <NoBookingRight />
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

/** The first step, with a link back to an unfinished booking. */
function Begin({ outlets }: Pick<ServiceData, 'outlets'>) {
  const { draft, facts } = useBookingDraft(outlets)
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
          You started booking a service for {draft.vehicle || draft.registration}.{' '}
          <a href={`#/${furthest}`}>Continue</a> or{' '}
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

/** Tells staff without the right to book who can. */
function NoBookingRight() {
  const customer = useIslandStore($customer, null)
  return (
    <Notice kind="info" title={rightRefusal('bookings')}>
      Ask one of them to book the service{customer && ` for ${customer.name.firstName}`}. Customers
      can also book it here themselves.
    </Notice>
  )
}
