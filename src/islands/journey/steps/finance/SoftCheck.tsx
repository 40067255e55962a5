import { useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import {
  INCOMES,
  OUTGOINGS,
  type Income,
  type MonthlyRange,
  type Outgoings,
  type SoftCheckAnswer,
} from '#lib/finance/soft-check.ts'
import { softCheckFinance } from '#lib/finance/soft-check-calls.ts'
import type { QuoteFinance } from '#lib/quotes/shapes.ts'
import { siteCall } from '#stores/site/api.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { OutletToCall } from '#islands/journey/notices/OutletToCall.tsx'

const optionsOf = <Code extends string>(ranges: Record<Code, MonthlyRange>) =>
  (Object.keys(ranges) as Code[]).map((value) => ({ value, label: ranges[value].label }))
const [INCOME_OPTIONS, OUTGOINGS_OPTIONS] = [optionsOf(INCOMES), optionsOf(OUTGOINGS)]

/** Asks the lender whether it would probably lend. What is chosen stays on this page. */
export function SoftCheck({ finance }: { finance: QuoteFinance }) {
  const { lender = 'The lender' } = useJourneyPage()
  const [income, setIncome] = useState<Income | ''>('')
  const [outgoings, setOutgoings] = useState<Outgoings | ''>('')
  const [isAsking, setIsAsking] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const [answer, setAnswer] = useState<SoftCheckAnswer | null>(null)
  const [trouble, setTrouble] = useState('')

  const ask = async () => {
    setIsMissing(!income || !outgoings)
    setAnswer(null)
    setTrouble('')
    if (!income || !outgoings) return
    setIsAsking(true)
    const { product, amountFinancedCents, termMonths, frequency, paymentCents } = finance
    const asked = { product, amountFinancedCents, termMonths, frequency, paymentCents }
    const given = await siteCall(softCheckFinance, { body: { income, outgoings, finance: asked } })
    setIsAsking(false)
    if (given.ok) setAnswer(given.value.answer)
    else setTrouble(failureMessage(given.failure))
  }
  const missing = (chosen: string) => (isMissing && !chosen ? 'Please choose one' : undefined)

  return (
    <div className="stack">
      <p>
        Answer two questions to see if it’s worth applying. The check leaves no trace: we don’t
        store your answers, {lender} doesn’t find out who you are, and your credit record isn’t
        affected.
      </p>
      <SelectField
        label="Your household’s monthly income"
        hint="After tax."
        placeholder="Choose"
        autoComplete="off"
        options={INCOME_OPTIONS}
        value={income}
        error={missing(income)}
        onChange={(chosen) => {
          setIncome(chosen)
          setAnswer(null)
        }}
      />
      <SelectField
        label="Your household’s monthly costs"
        hint="Housing, loans, cards and living costs, not including this car."
        placeholder="Choose"
        autoComplete="off"
        options={OUTGOINGS_OPTIONS}
        value={outgoings}
        error={missing(outgoings)}
        onChange={(chosen) => {
          setOutgoings(chosen)
          setAnswer(null)
        }}
      />
      <div>
        <Button kind="quiet" isBusy={isAsking} onClick={() => void ask()}>
          Check
        </Button>
      </div>
      <div role="status">
        {answer === 'likely' && (
          <Notice kind="success" title="Likely">
            {lender} would probably lend you the money on these figures. This isn’t an approval: the
            lender checks your details when you apply.
          </Notice>
        )}
        {answer === 'talk' && (
          <Notice title="Talk to us">
            <p>
              These ranges are wide, so this is only a rough answer. You can still apply, or call us
              to go through it.
            </p>
            <OutletToCall />
          </Notice>
        )}
        {trouble && <Notice kind="warning">{trouble}</Notice>}
      </div>
    </div>
  )
}
