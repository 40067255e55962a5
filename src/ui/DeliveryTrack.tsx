import { formatDayOf } from '#lib/domain/instants.ts'
import type { DeliveryStatus } from '#lib/contract/shapes/codes.ts'
import { aucklandDay, formatDay } from '#lib/domain/dates.ts'
import { deliveryTrack, estimatesBefore, type Days, formatDays } from '#lib/domain/delivery.ts'

/** A delivery as a track: what is done and when, where the car is now, what is to come. */
export const DeliveryTrack = ({
  status,
  history = [],
}: {
  status: DeliveryStatus
  history?: readonly { status: DeliveryStatus; at: string }[]
}) => (
  <ol className="track" aria-label="Delivery">
    {deliveryTrack(status).map(({ stage, label, state }) => {
      const at = history.find((event) => event.status === stage)?.at
      return (
        <li key={stage} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          {label}
          {at && <span className="track__date small quiet"> {formatDay(aucklandDay(at))}</span>}
        </li>
      )
    })}
  </ol>
)

/** What was expected before, the latest first. */
export function EstimatesBefore({ estimates }: { estimates: readonly (Days & { at: string })[] }) {
  const before = estimatesBefore(estimates)
  if (before.length === 0) return null
  return (
    <ul className="small quiet">
      {before.map(({ from, to, until }) => (
        <li key={until}>
          Was {formatDays(from, to)} until {formatDayOf(until)}
        </li>
      ))}
    </ul>
  )
}
