import type { PurchaseJourney } from '#lib/contract/shapes/journey.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { payPlan, type PayLine } from './pay-plan.ts'

/** What is paid now, what later, and what has been paid. */
export function PayPlanLines({ journey }: { journey: PurchaseJourney }) {
  const { now, later } = payPlan(journey)
  const { depositPaid, paidCents } = journey.paymentMetadata

  return (
    <dl className="summary">
      {now && !depositPaid && <Line {...now} />}
      {!now && (
        <div className="summary__line">
          <dt>Nothing to pay when you confirm</dt>
          <dd className="money">{formatMoney(0)}</dd>
        </div>
      )}
      {paidCents > 0 && <Line label="Paid so far" when="Received, thank you" cents={paidCents} />}
      {later.map((line) => (
        <Line key={line.label} {...line} />
      ))}
    </dl>
  )
}

const Line = ({ label, when, cents }: PayLine) => (
  <div className="summary__line">
    <dt>{label}</dt>
    <dd className="money">{formatMoney(cents)}</dd>
    <dd className="summary__reason">{when}</dd>
  </div>
)
