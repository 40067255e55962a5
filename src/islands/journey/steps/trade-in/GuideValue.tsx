import type { OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import type { Condition } from '#lib/trade-in/trade-condition.ts'
import { adjustGuide, type Guide } from '#lib/trade-in/trade-in-guide.ts'

/** The car found for the typed plate. */
export interface FoundCar {
  /** The value at the usual distance of its age; `null` if the register has no value. */
  guide: Guide | null
  usualKm: number | null
  recalls: readonly OpenRecall[]
}

interface GuideValueProps {
  found: FoundCar | null
  odometerKm: number | null
  condition: Condition
}

/** The guide value for the typed distance and condition, calculated as on saving. */
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
