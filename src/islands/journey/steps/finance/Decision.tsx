import type { CreditDecision } from '#lib/contract/shapes/journey.ts'
import { formatDayOf } from '#lib/domain/dates.ts'
import { paths } from '#stores/site.ts'
import { DecisionNotice } from '../../DecisionNotice.tsx'
import { useJourneyPage } from '../../journey-page.ts'

const CHECKS =
  'The lender finishes its checks, and gives you its contract with all it has to disclose.'

/** What comes next for somebody with a decision, in order. */
const NEXT: Record<CreditDecision['code'], (decision: CreditDecision) => string[]> = {
  AUTOAPPR: ({ validUntil }) => [
    `Go on with your purchase and confirm it${validUntil ? ` by ${formatDayOf(validUntil)}` : ''}.`,
    CHECKS,
    'Collect your car once the lender has paid.',
  ],
  CONDITIONL: ({ validUntil }) => [
    'Have ready what the lender asks for. Your outlet passes it on.',
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
    'Choose another way to pay for the car as you built it: that is a new purchase, at today’s prices.',
    'Or talk to your outlet about another car or a larger deposit: that is a new purchase, with an application of its own.',
    'Ask the lender what it holds about you. What is wrong has to be put right.',
  ],
}

/** The lender's answer, and what comes next. */
export function Decision({ decision }: { decision: CreditDecision }) {
  const { journey } = useJourneyPage()
  const { code } = decision
  return (
    <>
      <DecisionNotice decision={decision} />
      <section className="stack" aria-labelledby="finance-next">
        <h2 className="step-part" id="finance-next">
          What happens next
        </h2>
        <ol className="next-steps">
          {NEXT[code](decision).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {code === 'DECLINE' && (
          <p>
            <a
              className="button button--quiet"
              href={paths.buildAndQuote({ quoteId: journey.currentQuote.quoteId })}
            >
              Choose another way to pay
            </a>
          </p>
        )}
        <p className="fine-print">
          We emailed you a copy of what you signed. We are not the lender: questions about the
          decision go to the lender, and your outlet helps you ask them.
        </p>
      </section>
    </>
  )
}
