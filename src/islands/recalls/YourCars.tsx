import { getOwnerships } from '#lib/customers/calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { useQuery } from '#ui/hooks/use-query.ts'
import { PlateButtons } from './PlateButtons.tsx'
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
  const plates = asked.value.ownershipBasicInfos.map(({ car }) => ({
    registration: car.registration,
    says: vehicleName(car),
  }))
  return <PlateButtons title="Your cars" plates={plates} onPick={onPick} />
}
