import type { CreditDecision } from '#lib/contract/shapes/journey.ts'
import { aucklandDay, formatDay } from '#lib/domain/dates.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { Notice } from '#ui/Notice.tsx'

const shownDay = (text: string) => formatDay(text.length === 10 ? text : aucklandDay(text))

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
    text: ({ limitCents, annualRatePct, validUntil }) =>
      [
        limitCents !== undefined && `You can borrow up to ${formatMoney(limitCents)}`,
        annualRatePct !== undefined && `at ${annualRatePct}% a year`,
        validUntil && `until ${shownDay(validUntil)}`,
      ]
        .filter(Boolean)
        .join(' ') + '.',
  },
  CONDITIONL: {
    kind: 'info',
    title: 'Pre-approved with conditions, subject to the lender’s checks',
    text: ({ limitCents }) =>
      `${limitCents === undefined ? '' : `You can borrow up to ${formatMoney(limitCents)}. `}The lender asks for the following first.`,
  },
  MANUWRITE: {
    kind: 'info',
    title: 'A person at the lender is looking at your application',
    text: ({ answerBy }) =>
      answerBy
        ? `You get an answer by ${shownDay(answerBy)}. You can go on with your purchase meanwhile.`
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
