import {
  hasCosts,
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
  comfortable: 'The payments fit, by these figures.',
  tight:
    'You’d have less than $300 left each month. A lender is likely to ask for bank statements.',
  short:
    'You’d be up to $200 short each month. Someone at the lender would review your application.',
  'too-little':
    'The payments are more than you’d have left each month. A larger deposit or another car may suit you better.',
}

const NEWLY_SELF_EMPLOYED =
  'You’ve been self-employed for less than a year, so someone at the lender will review your application, however much you’d have left.'

/** A private check whether the payments fit. It is calculated in the browser and never sent. */
export function MonthCheck({ answers, finance }: { answers: Answers; finance: QuoteFinance }) {
  const draft = toDraft(answers)
  const hasIncome = draft.income?.incomeAfterTaxCents !== undefined
  const surplusCents = monthlySurplus(draft, finance)
  return (
    <section className="card stack" aria-labelledby="month-check">
      <h2 className="step-part" id="month-check">
        Does it fit your budget?
      </h2>
      {hasIncome ? (
        <>
          <p role="status">
            {isNewlySelfEmployed(draft)
              ? NEWLY_SELF_EMPLOYED
              : hasCosts(draft)
                ? ROOMS[roomFor(surplusCents)]
                : 'Enter your costs above to see how much you’d have left.'}
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
        <p>Enter your income on the previous page to see how much you’d have left.</p>
      )}
      <p className="fine-print">
        This calculation isn’t sent or stored. It’s your monthly income, minus your costs, your
        debts, 3% of your card limits and the payments for this car. Lenders look at more than this,
        and may decide differently.
      </p>
    </section>
  )
}
