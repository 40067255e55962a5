import type { OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import type { Condition } from '#lib/trade-in/trade-condition.ts'
import { adjustGuide, type Guide } from '#lib/trade-in/trade-in-guide.ts'

/** What was found of the car whose plate is typed. */
export interface FoundCar {
  /** For the register's own distance; `null` where it has none. */
  guide: Guide | null
  usualKm: number | null
  recalls: readonly OpenRecall[]
}

interface GuideValueProps {
  found: FoundCar | null
  odometerKm: number | null
  condition: Condition
}

/** What the car may be worth with the distance and in the condition that are typed, as saving it works it out. */
export function GuideValue({ found, odometerKm, condition }: GuideValueProps) {
  if (!found?.guide) return null
  const { usualKm } = found
  const km = odometerKm ?? usualKm
  const { lowCents, highCents } = adjustGuide(found.guide, {
    usualKm,
    odometerKm: km ?? 0,
    condition,
  })
  return (
    <p className="small" role="status">
      <strong>
        Guide value{' '}
        <span className="nowrap">
          {formatMoney(lowCents)} to {formatMoney(highCents)}
        </span>
      </strong>
      {km !== null && ` at ${formatNumber(km)} km`}
      {Object.values(condition.answers).some(Boolean) && ', in the condition you chose'}. This is a
      guide, not an offer.
    </p>
  )
}
