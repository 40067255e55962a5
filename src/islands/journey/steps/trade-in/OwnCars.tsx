import type { CallAnswer } from '#lib/api/client.ts'
import { getOwnerships } from '#lib/customers/calls.ts'
import type { MyCar } from '#lib/trade-in/my-car.ts'
import { titleCase } from '#lib/vehicles/title-case.ts'
import { $isActing } from '#stores/session/session.ts'
import { $myCar } from '#stores/site/my-car.ts'
import { siteCall } from '#stores/site/api.ts'
import { Button } from '#ui/Button.tsx'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { useQuery } from '#ui/hooks/use-query.ts'

type OwnedCar = CallAnswer<typeof getOwnerships>['ownershipBasicInfos'][number]['car']
export type OwnCar = Pick<OwnedCar, 'registration' | 'make' | 'model' | 'year' | 'openRecalls'> &
  Partial<Pick<MyCar, 'odometerKm' | 'answers'>>

/** The car that a visitor looked up on the home page, as they described it. */
const asOwnCar = ({ registration, make, model, year, openRecalls, ...car }: MyCar): OwnCar => ({
  registration,
  make: { description: titleCase(make) },
  model: { description: titleCase(model) },
  year,
  openRecalls: [...openRecalls],
  odometerKm: car.odometerKm,
  answers: car.answers,
})

/**
 * The customer's own cars to pick from, first the one they looked up in this browser. If they cannot be loaded, a plate
 * can be typed.
 */
export function useOwnCars(customerId: number): readonly OwnCar[] {
  const myCar = useIslandStore($myCar, null)
  const isActing = useIslandStore($isActing, false)
  const asked = useQuery(`own cars ${customerId}`, async () => {
    if (customerId <= 0) return { ok: true, value: [] }
    const answer = await siteCall(getOwnerships, { params: { id: customerId } })
    return answer.ok
      ? { ok: true, value: answer.value.ownershipBasicInfos.map(({ car }) => car) }
      : answer
  })
  const owned = asked.state === 'ready' ? asked.value : []
  // It belongs to the person at the browser, not to a customer that staff act for.
  if (!myCar || isActing) return owned
  return [
    asOwnCar(myCar),
    ...owned.filter(({ registration }) => registration !== myCar.registration),
  ]
}

export const OwnCars = ({
  cars,
  isBusy,
  onPick,
}: {
  cars: readonly OwnCar[]
  isBusy: boolean
  onPick: (car: OwnCar) => void
}) =>
  cars.length > 0 && (
    <div className="stack stack--s" role="group" aria-label="Your cars">
      <p className="small quiet">Your cars</p>
      <div className="cluster">
        {cars.map((car) => (
          <Button
            key={car.registration}
            kind="quiet"
            isSmall
            disabled={isBusy}
            onClick={() => onPick(car)}
          >
            {`${car.registration}, ${car.make.description} ${car.model.description} ${car.year}`}
          </Button>
        ))}
      </div>
    </div>
  )
