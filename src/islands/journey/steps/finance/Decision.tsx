import { aucklandDay } from '#lib/shared/dates.ts'
import { formatDayOf } from '#lib/shared/instants.ts'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import { creditRefusal, creditStanding } from '#lib/finance/credit.ts'
import { useToday } from '#ui/hooks/use-today.ts'
import { ConditionDocuments } from '../../ConditionDocuments.tsx'
import { Adviser } from '#islands/journey/notices/Adviser.tsx'
import { DecisionNotice } from '#islands/journey/notices/DecisionNotice.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { OtherWays } from '#islands/journey/notices/OtherWays.tsx'
import { StepActions } from '../../StepActions.tsx'

const CHECKS =
  'The lender finishes its checks and sends you your contract and disclosure documents.'

/** The next steps after each decision, in order. */
const NEXT: Record<CreditDecision['code'], (confirmBy: string) => string[]> = {
  AUTOAPPR: (confirmBy) => [
    `Continue your purchase and confirm it by ${confirmBy}.`,
    CHECKS,
    'Collect your car once the lender has paid.',
  ],
  CONDITIONL: (confirmBy) => [
    'Send the documents the lender has asked for. Your dealer will pass them on.',
    `In the meantime, continue your purchase and confirm it by ${confirmBy}.`,
    CHECKS,
    'Collect your car once the lender has paid.',
  ],
  MANUWRITE: () => [
    'Someone at the lender will review your application, and may call you with questions.',
    'We’ll email you the answer and show it here.',
    'In the meantime, continue your purchase. If your application is declined, you can pay another way.',
  ],
  DECLINE: () => [
    'Pay cash for this car. Or ask your dealer about another car: that’s a new purchase with its own application.',
    'You can ask the lender to show you the information it holds about you and to correct it.',
  ],
}

const ON_ITS_OWN = [
  'Continue your purchase. You can confirm it without the lender’s answer.',
  'Your dealer will arrange the finance with you.',
]

/** Until when both the approval and the price hold. */
function lastDay({ validUntil }: CreditDecision, { expires }: { expires: string }): string {
  const held = aucklandDay(expires)
  return formatDayOf(validUntil && validUntil < held ? validUntil : held)
}

/** The lender's decision and the next steps. */
export function Decision({ decision }: { decision: CreditDecision }) {
  const { journey } = useJourneyPage()
  const today = useToday()
  const standing = creditStanding(decision, journey.currentQuote, today)
  const refusal = creditRefusal(decision, journey.currentQuote, today)
  const steps =
    standing === 'other-kind'
      ? ON_ITS_OWN
      : NEXT[decision.code](lastDay(decision, journey.currentQuote))
  return (
    <>
      <DecisionNotice decision={decision} />
      {decision.code === 'MANUWRITE' && <Adviser />}
      {decision.code === 'CONDITIONL' && standing === 'holds' && (
        <ConditionDocuments id={journey.id} />
      )}
      {refusal && (
        <section className="stack stack--s" aria-labelledby="finance-refused">
          <h2 className="step-part" id="finance-refused">
            {refusal.why === 'declined' ? 'You can still pay cash' : 'What you can do'}
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
        We emailed you a copy of what you signed. We aren’t the lender. Ask the lender about its
        decision; your dealer can help.
      </p>
      {!refusal && <StepActions />}
    </>
  )
}
