import { formatDayOf } from '#lib/shared/instants.ts'
import type { DeliveryStatus } from '#lib/codes.ts'
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

/** The stages of a delivery: done with dates, current, and still to come. */
export const DeliveryTrack = ({
  status,
  history = [],
}: {
  status: DeliveryStatus
  history?: readonly { status: DeliveryStatus; at: string }[] | undefined
}) => (
  <ol className="track" aria-label="Delivery">
    {deliveryTrack(status).map(({ stage, label, state }) => {
      const at = history.find((event) => event.status === stage)?.at
      return (
        <li key={label} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          {label}
          {at && <span className="track__date small quiet"> {formatDay(aucklandDay(at))}</span>}
        </li>
      )
    })}
  </ol>
)

/** The stages that a delivery has reached, with their days, beside a track of the whole order. */
export const DeliveryHistory = ({ status, history }: Parameters<typeof DeliveryTrack>[0]) => (
  <ul className="small quiet" aria-label="Delivery">
    {deliveryTrack(status)
      .filter(({ state }) => state !== 'todo')
      .map(({ stage, label }) => {
        const at = history?.find((event) => event.status === stage)?.at
        return (
          (at || stage === status) && (
            <li key={stage}>
              {label}
              {at && `, ${formatDay(aucklandDay(at))}`}
            </li>
          )
        )
      })}
  </ul>
)

/** The expected delivery of an ordered car, earlier estimates, and the right to cancel when it is too late. */
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
          ? 'Your car is taking longer than expected. Your dealer will call you with a new date.'
          : `Expected ${formatDays(estimate.from, estimate.to)}.`}
        {note && ` ${note}`}
      </p>
      <EarlierEstimates estimates={estimates} />
      {isTooLate(estimates) && (
        <p>
          That’s more than {LATE_DAYS} days later than we first told you. You can cancel at any time
          and we’ll refund everything you’ve paid. Please call us.
        </p>
      )}
    </>
  )
}

/** Earlier estimates, latest first. */
export function EarlierEstimates({ estimates }: { estimates: readonly (Days & { at: string })[] }) {
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
