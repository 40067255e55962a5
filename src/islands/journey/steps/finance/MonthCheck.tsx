import {
  isNewlySelfEmployed,
  monthlySurplus,
  monthOf,
  roomFor,
  type Room,
} from '#lib/finance/affordability.ts'
import type { QuoteFinance } from '#lib/quotes/shapes.ts'
import { toDraft, type Answers } from './application.ts'
import { SummaryLine } from '#ui/SummaryLine.tsx'

/** Says how much is left each month. Never a promise: lenders consider more. */
const ROOMS: Record<Room, string> = {
  comfortable: '$300 or more is left of your month. By the rule below, these payments fit.',
  tight: 'Less than $300 is left of your month. A lender is likely to ask for bank statements.',
  short: 'Your month is short by up to $200. A person at the lender would look at it.',
  'too-little':
    'The payments are more than your month leaves. A larger deposit, a longer term or another car may fit better.',
}

const NEWLY_SELF_EMPLOYED =
  'You have been self-employed for less than a year, so a person at the lender looks at your application, whatever your month leaves.'

/** A private check whether the payments fit. It is calculated in the browser and never sent. */
export function MonthCheck({ answers, finance }: { answers: Answers; finance: QuoteFinance }) {
  const draft = toDraft(answers)
  const hasIncome = draft.income?.incomeAfterTaxCents !== undefined
  const surplusCents = monthlySurplus(draft, finance)
  return (
    <section className="card stack" aria-labelledby="month-check">
      <h2 className="step-part" id="month-check">
        Does it fit your month?
      </h2>
      {hasIncome ? (
        <>
          <p role="status">
            {isNewlySelfEmployed(draft) ? NEWLY_SELF_EMPLOYED : ROOMS[roomFor(surplusCents)]}
          </p>
          <dl className="summary">
            {monthOf(draft, finance)
              .filter(([, cents]) => cents !== 0)
              .map(([label, cents]) => (
                <SummaryLine key={label} label={label} cents={cents} />
              ))}
            <SummaryLine label="Left each month" cents={surplusCents} isTotal />
          </dl>
        </>
      ) : (
        <p>Enter your income on the page before this one, and you see here what would be left.</p>
      )}
      <p className="fine-print">
        This stays on this device: neither the sum nor what comes of it is sent or kept. The rule:
        what comes in each month, less your costs, your debts, 3% of your card limits and the
        payments for this car. Lenders look at more than this, and may decide otherwise.
      </p>
    </section>
  )
}
