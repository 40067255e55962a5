import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { isOver, payPlan } from './pay-plan.ts'
import { useRefusal } from '#islands/journey/use-refusal.ts'
import { $config } from '#stores/site/config.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { SummaryLine } from '#ui/SummaryLine.tsx'

/** The payment plan of a purchase; for an ended one, the amount paid. */
export function PayPlanLines({ journey }: { journey: PurchaseJourney }) {
  const isRefused = useRefusal() !== null
  const depositHours = useIslandStore($config, null)?.depositHours
  const { paidCents } = journey.paymentMetadata
  const status = journey.status.purchaseJourneyStatusCode
  if (isOver(journey) && status !== 'COMPLETE')
    return (
      paidCents > 0 && (
        <dl className="summary">
          <SummaryLine
            label="Paid"
            note={status === 'CANCELLED' ? 'We’ll refund this' : 'Received, thank you'}
            cents={paidCents}
          />
        </dl>
      )
    )

  const { lines, total } = payPlan(journey, isRefused, { depositHours })
  const isDepositLeft = lines.some(({ of }) => of === 'deposit')
  return (
    <dl className="summary">
      {!isDepositLeft && status === 'STARTED' && (
        <SummaryLine label="Nothing to pay when you confirm" cents={0} />
      )}
      {lines.map(({ label, cents, when }) => (
        <SummaryLine key={label} label={label} cents={cents} note={when} />
      ))}
      {/* The price itself is shown beside this list. */}
      {total?.when && (
        <SummaryLine label={total.label} cents={total.cents} note={total.when} isTotal />
      )}
    </dl>
  )
}
