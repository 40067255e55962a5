import type { CallAnswer } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import type { listNearestCars } from '#lib/stock/nearest-calls.ts'
import { readySentence } from '#lib/catalogue/delivery.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { CarThumb } from './CarThumb.tsx'
import { Loading } from '../Loading.tsx'
import { Notice } from '../Notice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'

type Nearest = CallAnswer<typeof listNearestCars>
type NearestCar = Nearest['cars'][number]

export interface NearestCarsProps {
  /** The waiting purchase. */
  id: string
  ask: () => Promise<Result<Nearest>>
  /** The page where a car can be viewed and bought. */
  hrefOf: (request: NearestCar['request']) => string
}

/** Similar cars in stock, for a customer on the waiting list. */
export function NearestCars({ id, ask, hrefOf }: NearestCarsProps) {
  const asked = useQuery(`nearest ${id}`, ask)
  if (asked.state === 'loading') return <Loading text="Looking for similar cars" />
  if (asked.state === 'failed')
    return (
      <Notice kind="error" title="We couldn’t look for similar cars" tryAgain={asked.refetch}>
        {asked.message}
      </Notice>
    )
  const { cars } = asked.value
  if (cars.length === 0) return <p>We have no similar cars in stock near your price right now.</p>
  return (
    <>
      <p>
        You keep your place on the waiting list while you look. To switch, buy the other car first,
        then cancel this purchase.
      </p>
      <ul className="nearest-cars">
        {cars.map((car) => (
          <li key={`${car.request.kdcd} ${car.request.colourCode}`} className="card stack stack--s">
            <Nearby car={car} href={hrefOf(car.request)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Nearby({ car, href }: { car: NearestCar; href: string }) {
  const { request, vehicle, driveAwayCents, differenceCents, differences, ready } = car
  return (
    <>
      <CarThumb quote={{ request, vehicle }} className="nearest-cars__picture" />
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
        <a className="button button--quiet button--small" href={href}>
          See this car
          <span className="visually-hidden">
            : {vehicle.variantName}, {vehicle.colourName}
          </span>
        </a>
      </p>
    </>
  )
}
