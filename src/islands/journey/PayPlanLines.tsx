import type { PurchaseJourney } from '#lib/contract/shapes/journey.ts'
import { formatMoney } from '#lib/domain/money.ts'
import type { DealLine } from '#lib/domain/trade-in-words.ts'
import { isOver, payPlan } from './pay-plan.ts'
import { useRefusal } from './use-refusal.ts'

/** What is paid now, what later, and what has been paid; of a purchase that is over, only the last. */
export function PayPlanLines({ journey }: { journey: PurchaseJourney }) {
  const isRefused = useRefusal() !== null
  const { paidCents } = journey.paymentMetadata
  const status = journey.status.purchaseJourneyStatusCode
  const paid = paidCents > 0 && (
    <Line
      label={isOver(journey) ? 'Paid' : 'Paid so far'}
      when={status === 'CANCELLED' ? 'It goes back to you' : 'Received, thank you'}
      cents={paidCents}
    />
  )
  if (isOver(journey)) return paid && <dl className="summary">{paid}</dl>

  const { tradeIn, now, later } = payPlan(journey, isRefused)
  return (
    <dl className="summary">
      {tradeIn.map((line) => (
        <Line key={line.label} {...line} />
      ))}
      {now && <Line {...now} />}
      {!now && status === 'STARTED' && (
        <div className="summary__line">
          <dt>Nothing to pay when you confirm</dt>
          <dd className="money">{formatMoney(0)}</dd>
        </div>
      )}
      {paid}
      {later.map((line) => (
        <Line key={line.label} {...line} />
      ))}
    </dl>
  )
}

const Line = ({ label, when, cents }: DealLine) => (
  <div className="summary__line">
    <dt>{label}</dt>
    <dd className="money">{formatMoney(cents)}</dd>
    <dd className="summary__reason">{when}</dd>
  </div>
)
