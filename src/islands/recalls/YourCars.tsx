import { getOwnerships } from '#lib/customers/calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { useQuery } from '#ui/hooks/use-query.ts'
import { vehicleName } from './recall-labels.ts'

/** The customer's own cars. Nothing when they cannot be loaded: a plate can be typed. */
export function YourCars({
  customerId,
  onPick,
}: {
  customerId: number
  onPick: (registration: string) => void
}) {
  const asked = useQuery(`cars ${customerId}`, () =>
    siteCall(getOwnerships, { params: { id: customerId } }),
  )
  if (asked.state !== 'ready' || asked.value.ownershipBasicInfos.length === 0) return null
  return (
    <div className="recalls__plates" role="group" aria-label="Your cars">
      <p className="small quiet">Your cars</p>
      <div className="cluster">
        {asked.value.ownershipBasicInfos.map(({ car }) => (
          <button
            key={car.registration}
            type="button"
            className="link-button"
            onClick={() => onPick(car.registration)}
          >
            {car.registration}, {vehicleName(car)}
          </button>
        ))}
      </div>
    </div>
  )
}
