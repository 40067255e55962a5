import type { CallAnswer } from '#lib/api/client.ts'
import { getOwnerships } from '#lib/customers/calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { Button } from '#ui/Button.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'

export type OwnCar = CallAnswer<typeof getOwnerships>['ownershipBasicInfos'][number]['car']

/** The customer's own cars to pick from. If they cannot be loaded, a plate can be typed. */
export function useOwnCars(customerId: number): readonly OwnCar[] {
  const asked = useQuery(`own cars ${customerId}`, async () => {
    if (customerId <= 0) return { ok: true, value: [] }
    const answer = await siteCall(getOwnerships, { params: { id: customerId } })
    return answer.ok
      ? { ok: true, value: answer.value.ownershipBasicInfos.map(({ car }) => car) }
      : answer
  })
  return asked.state === 'ready' ? asked.value : []
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
