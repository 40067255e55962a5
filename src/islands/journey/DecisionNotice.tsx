import type { CreditDecision } from '#lib/contract/shapes/journey.ts'
import { formatDayOf } from '#lib/domain/dates.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { Notice } from '#ui/Notice.tsx'

/** How much, at what rate and until when, as far as the lender has said. */
function approval({ limitCents, annualRatePct, validUntil }: CreditDecision): string {
  const parts = [
    limitCents !== undefined && `You can borrow up to ${formatMoney(limitCents)}`,
    annualRatePct !== undefined && `at ${annualRatePct}% a year`,
    validUntil && `until ${formatDayOf(validUntil)}`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(' ')}.` : ''
}

/** What the lender's answer means, in plain words. Never a promise: everything is subject to the lender's checks. */
const DECISIONS: Record<
  CreditDecision['code'],
  {
    kind: 'success' | 'info' | 'warning'
    title: string
    text: (decision: CreditDecision) => string
  }
> = {
  AUTOAPPR: {
    kind: 'success',
    title: 'Pre-approved, subject to the lender’s checks',
    text: approval,
  },
  CONDITIONL: {
    kind: 'info',
    title: 'Pre-approved with conditions, subject to the lender’s checks',
    text: (decision) => `${approval(decision)} The lender asks for the following first.`.trim(),
  },
  MANUWRITE: {
    kind: 'info',
    title: 'A person at the lender is looking at your application',
    text: ({ answerBy }) =>
      answerBy
        ? `You get an answer by ${formatDayOf(answerBy)}. You can go on with your purchase meanwhile.`
        : 'You get an answer soon. You can go on with your purchase meanwhile.',
  },
  DECLINE: {
    kind: 'warning',
    title: 'The lender cannot offer you finance for this car',
    text: () =>
      'The car is still yours to buy: pay by cash, or talk to your outlet about another car or a larger deposit.',
  },
}

/** The lender's decision. */
export function DecisionNotice({ decision }: { decision: CreditDecision }) {
  const { kind, title, text } = DECISIONS[decision.code]
  return (
    <Notice kind={kind} title={title}>
      <p>{text(decision)}</p>
      {decision.conditions.length > 0 && (
        <ul>
          {decision.conditions.map((condition) => (
            <li key={condition}>{condition}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
