import { formatDayOf } from '#lib/shared/instants.ts'
import type { DeliveryStatus } from '#lib/sign-in/code-shapes.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import {
  deliveryTrack,
  estimatesBefore,
  formatDays,
  isTooLate,
  LATE_DAYS,
  type Days,
} from '#lib/catalogue/delivery.ts'
import { useToday } from './hooks/use-today.ts'

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

/** When a car that is ordered should be ready, what was said of it before, and what its buyer may do about that. */
export function DeliveryEstimate({
  estimate,
  estimates,
}: {
  estimate: Days
  estimates: readonly (Days & { at: string; note: string | null })[]
}) {
  const today = useToday()
  const note = estimates.at(-1)?.note
  return (
    <>
      <p>
        {estimate.to < today
          ? 'Your car takes longer than we expected. Your outlet calls you with a new day.'
          : `Expected ${formatDays(estimate.from, estimate.to)}.`}
        {note && ` ${note}`}
      </p>
      <EstimatesBefore estimates={estimates} />
      {isTooLate(estimates) && (
        <p>
          That is more than {LATE_DAYS} days later than we said at first. You may cancel at any
          time, and we refund everything you have paid: please call us.
        </p>
      )}
    </>
  )
}

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
