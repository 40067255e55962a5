import { aucklandDay } from '#lib/shared/dates.ts'
import { formatMinutes, servicePrice } from '#lib/service/labels.ts'
import { formatWeekday } from '#lib/shared/weekdays.ts'
import { formatTime } from '#lib/shared/instants.ts'
import { bookedRecalls } from '#stores/service/service-draft.ts'
import type { StepProps } from './StepButtons.tsx'

/** The choices made so far. */
export function BookingSummary({ draft, outlet, type }: StepProps) {
  const { hold } = draft
  const isCurrent = hold?.outletCode === outlet?.outletCode && hold?.serviceCode === type?.code
  const rows: [string, string | undefined][] = [
    ['Vehicle', draft.vehicle || draft.registration],
    ['Dealer', outlet?.name],
    ['Service', type && `${type.name}, about ${formatMinutes(type.minutes)}`],
    [
      'Time',
      hold && isCurrent
        ? `${formatWeekday(aucklandDay(hold.startsAt))} at ${formatTime(hold.startsAt)}`
        : undefined,
    ],
    [
      'Free recall repair',
      bookedRecalls(draft)
        .map(({ title }) => title)
        .join(', '),
    ],
    ['Price', type && servicePrice(type, draft.isElectric)],
  ]
  return (
    <div className="card service-summary">
      <h2>Your booking</h2>
      <dl>
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="fine-print">Prices include GST. You pay the dealer when you collect the car.</p>
    </div>
  )
}
