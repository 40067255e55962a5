import { listNearestCars } from '#lib/contract/nearest-cars.ts'
import { configurationQuery } from '#lib/domain/configuration-query.ts'
import { readySentence } from '#lib/domain/delivery.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { siteCall } from '#stores/api.ts'
import { paths } from '#stores/site.ts'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import { CarThumb } from './CarThumb.tsx'

/** Cars that are here now, for somebody who waits for another one. */
export function NearestCars({ id }: { id: string }) {
  const asked = useAnswer(`nearest ${id}`, () => siteCall(listNearestCars, { params: { id } }))
  if (asked.state === 'loading') return <Loading text="Looking for cars that are here" />
  if (asked.state === 'failed')
    return (
      <Notice kind="error" title="We could not look for other cars" tryAgain={asked.askAgain}>
        {asked.message}
      </Notice>
    )
  const { cars } = asked.value
  return (
    <section className="stack stack--s purchase-details__wide">
      <h3 className="purchase-details__title">Cars that are here now</h3>
      <p>
        {cars.length > 0
          ? 'You keep your place for the car you ordered while you look. To change over, buy the other car, then cancel this purchase.'
          : 'No car like yours is in stock at the moment. You keep your place, and we tell you as soon as one is free.'}
      </p>
      {cars.length > 0 && (
        <ul className="nearest-cars">
          {cars.map(({ request, vehicle, driveAwayCents, differenceCents, differences, ready }) => (
            <li key={`${request.kdcd} ${request.colourCode}`} className="card stack stack--s">
              <CarThumb quote={{ request, vehicle }} />
              <p>
                <strong>{vehicle.variantName}</strong>
                <br />
                <span className="money">{formatMoney(driveAwayCents)}</span> drive-away,{' '}
                {differenceCents === 0
                  ? 'the same price'
                  : `${formatMoney(Math.abs(differenceCents))} ${differenceCents > 0 ? 'more' : 'less'}`}
              </p>
              <ul className="small">
                {differences.map(({ what, ordered, here }) => (
                  <li key={what}>
                    {what}: {here} <span className="quiet">instead of {ordered}</span>
                  </li>
                ))}
              </ul>
              <p className="small quiet">{readySentence(ready)}</p>
              <p>
                <a
                  className="button button--quiet button--small"
                  href={paths.buildAndQuote() + configurationQuery(request)}
                >
                  See this car
                  <span className="visually-hidden">
                    : {vehicle.variantName}, {vehicle.colourName}
                  </span>
                </a>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
