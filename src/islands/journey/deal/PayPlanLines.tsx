import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { DealLine } from '#lib/payments/deal-lines.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { isOver, payPlan } from './pay-plan.ts'
import { useRefusal } from '#islands/journey/use-refusal.ts'

/** The payment plan of a purchase; for an ended one, the amount paid. */
export function PayPlanLines({ journey }: { journey: PurchaseJourney }) {
  const isRefused = useRefusal() !== null
  const { paidCents } = journey.paymentMetadata
  const status = journey.status.purchaseJourneyStatusCode
  if (isOver(journey) && status !== 'COMPLETE')
    return (
      paidCents > 0 && (
        <dl className="summary">
          <Line
            label="Paid"
            when={status === 'CANCELLED' ? 'It goes back to you' : 'Received, thank you'}
            cents={paidCents}
          />
        </dl>
      )
    )

  const { lines, total } = payPlan(journey, isRefused)
  const isDepositLeft = lines.some(({ of }) => of === 'deposit')
  return (
    <dl className="summary">
      {!isDepositLeft && status === 'STARTED' && (
        <Line label="Nothing to pay when you confirm" cents={0} />
      )}
      {lines.map((line) => (
        <Line key={line.label} {...line} />
      ))}
      {/* The price itself is shown beside this list. */}
      {total?.when && <Line {...total} isTotal />}
    </dl>
  )
}

const Line = ({
  label,
  when,
  cents,
  isTotal = false,
}: Pick<DealLine, 'label' | 'cents'> & { when?: string; isTotal?: boolean }) => (
  <div className={`summary__line${isTotal ? ' summary__line--total' : ''}`}>
    <dt>{label}</dt>
    <dd className="money">{formatMoney(cents)}</dd>
    {when && <dd className="summary__reason">{when}</dd>}
  </div>
)
