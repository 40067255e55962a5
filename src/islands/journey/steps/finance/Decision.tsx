import { formatDayOf } from '#lib/shared/instants.ts'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import { creditRefusal, creditStanding } from '#lib/finance/credit.ts'
import { useToday } from '#ui/hooks/use-today.ts'
import { ConditionDocuments } from '../../ConditionDocuments.tsx'
import { DecisionNotice } from '#islands/journey/notices/DecisionNotice.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { OtherWays } from '#islands/journey/notices/OtherWays.tsx'
import { StepActions } from '../../StepActions.tsx'

const CHECKS =
  'The lender finishes its checks, and gives you its contract with all it has to disclose.'

/** The next steps after each decision, in order. */
const NEXT: Record<CreditDecision['code'], (decision: CreditDecision) => string[]> = {
  AUTOAPPR: ({ validUntil }) => [
    `Go on with your purchase and confirm it${validUntil ? ` by ${formatDayOf(validUntil)}` : ''}.`,
    CHECKS,
    'Collect your car once the lender has paid.',
  ],
  CONDITIONL: ({ validUntil }) => [
    'Send what the lender asks for. Your outlet passes it on.',
    `Go on with your purchase meanwhile, and confirm it${validUntil ? ` by ${formatDayOf(validUntil)}` : ''}.`,
    CHECKS,
    'Collect your car once the lender has paid.',
  ],
  MANUWRITE: () => [
    'A person reads your application, and may call you with a question.',
    'We email you the answer. It is also shown here.',
    'Go on with your purchase meanwhile. Should the answer be no, another way to pay stays open to you.',
  ],
  DECLINE: () => [
    'Pay cash, in this same purchase. Or talk to your outlet about another car: that is a new purchase, with an application of its own.',
    'Ask the lender what it holds about you. What is wrong has to be put right.',
  ],
}

const ON_ITS_OWN = [
  'Go on with your purchase. You can confirm it without an answer of the lender.',
  'Your outlet arranges the finance with you.',
]

/** The lender's decision and the next steps. */
export function Decision({ decision }: { decision: CreditDecision }) {
  const { journey } = useJourneyPage()
  const today = useToday()
  const standing = creditStanding(decision, journey.currentQuote, today)
  const refusal = creditRefusal(decision, journey.currentQuote, today)
  const steps = standing === 'other-kind' ? ON_ITS_OWN : NEXT[decision.code](decision)
  return (
    <>
      <DecisionNotice decision={decision} />
      {decision.code === 'CONDITIONL' && standing === 'holds' && (
        <ConditionDocuments id={journey.id} />
      )}
      {refusal && (
        <section className="stack stack--s" aria-labelledby="finance-refused">
          <h2 className="step-part" id="finance-refused">
            {refusal.why === 'declined' ? 'Cash stays open' : 'How to go on'}
          </h2>
          <OtherWays why={refusal.why} />
        </section>
      )}
      {(!refusal || refusal.why === 'declined') && (
        <section className="stack stack--s" aria-labelledby="finance-next">
          <h2 className="step-part" id="finance-next">
            What happens next
          </h2>
          <ol className="next-steps">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      )}
      <p className="fine-print">
        We emailed you a copy of what you signed. We are not the lender: questions about the
        decision go to the lender, and your outlet helps you ask them.
      </p>
      {!refusal && <StepActions />}
    </>
  )
}
