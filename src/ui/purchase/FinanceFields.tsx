import { memo, useEffect, useEffectEvent, useState } from 'react'
import { formatNumber } from '#lib/shared/numbers.ts'
import type { FinanceInputs } from '#lib/quotes/shapes.ts'
import { dealFor } from '#lib/catalogue/configuration.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import { financeChoices, financeProblems } from '#lib/pricing/pricing-finance.ts'
import type { PricedRequest } from '#lib/pricing/pricing.ts'
import { MoneyField } from '#ui/fields/MoneyField.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Slider } from '#ui/fields/Slider.tsx'
import type { BuilderCatalogue, Change } from '#ui/configuration/builder-data.ts'

interface FinanceFieldsProps {
  catalogue: BuilderCatalogue
  request: PricedRequest
  change: Change
  /** Called with whether the typed deposit is valid. */
  onDepositValidity: (isValid: boolean) => void
}

/** The terms of a loan or a lease: deposit, term, frequency, kilometres. */
export const FinanceFields = memo(function FinanceFields({
  catalogue,
  request,
  change,
  onDepositValidity,
}: FinanceFieldsProps) {
  const { finance } = request
  const deal = finance && dealFor(request, catalogue)
  const choices = deal && financeChoices(deal, finance)
  if (!choices) return null
  const set = (inputs: Partial<FinanceInputs>) => change({ finance: { ...finance, ...inputs } })

  return (
    <fieldset className="choice-group">
      <legend>{isLease(request.payOption) ? 'Your lease' : 'Your loan'}</legend>
      <div className="form builder__finance">
        {choices.maxDepositCents > 0 && (
          <DepositField
            cents={finance.depositCents}
            hint={`From ${formatMoney(choices.minDepositCents)} to ${formatMoney(choices.maxDepositCents)}`}
            problemOf={(depositCents) =>
              financeProblems(deal, { ...finance, depositCents })[0]?.message
            }
            minCents={choices.minDepositCents}
            maxCents={choices.maxDepositCents}
            onCommit={(depositCents) => set({ depositCents })}
            onValidity={onDepositValidity}
          />
        )}
        <div className="field-row">
          <SlideSelect
            label="Term"
            value={finance.termMonths}
            values={choices.termsMonths}
            words={(months) => `${months} months`}
            onChange={(termMonths) => set({ termMonths })}
          />
          {choices.frequencies.length > 1 && (
            <SelectField
              label="Frequency"
              value={finance.frequency}
              options={choices.frequencies.map((value) => ({ value, label: value }))}
              onChange={(frequency) => set({ frequency })}
            />
          )}
          {choices.kmPerYear.length > 0 && (
            <SlideSelect
              label="Kilometres a year"
              value={finance.annualKm ?? 0}
              values={choices.kmPerYear}
              words={formatNumber}
              onChange={(annualKm) => set({ annualKm })}
            />
          )}
        </div>
      </div>
    </fieldset>
  )
})

interface SlideSelectProps {
  label: string
  value: number
  values: readonly number[]
  words: (value: number) => string
  onChange: (value: number) => void
}

/** One of a few numbers, from a list or by sliding. */
const SlideSelect = ({ label, value, values, words, onChange }: SlideSelectProps) => (
  <div>
    <SelectField
      label={label}
      value={String(value)}
      options={values.map((one) => ({ value: String(one), label: words(one) }))}
      onChange={(chosen) => onChange(Number(chosen))}
    />
    <Slider
      label={label}
      min={0}
      max={values.length - 1}
      value={values.indexOf(value)}
      text={words(value)}
      onChange={(index) => onChange(values[index] ?? value)}
    />
  </div>
)

/** One press of an arrow key moves the deposit slider by this amount. */
const SLIDE_CENTS = 10_000

interface DepositFieldProps {
  cents: number
  minCents: number
  maxCents: number
  hint: string
  problemOf: (cents: number) => string | undefined
  onCommit: (cents: number) => void
  onValidity: (isValid: boolean) => void
}

/** Commits a valid amount at once. An invalid one stays in the field, with its error shown when the field is left. */
function DepositField(props: DepositFieldProps) {
  const { cents, minCents, maxCents, hint, problemOf, onCommit, onValidity } = props
  const [typed, setTyped] = useState<number | null>(cents)
  const [isLeft, setIsLeft] = useState(true)
  const [seen, setSeen] = useState(cents)
  if (seen !== cents) {
    setSeen(cents)
    setTyped(cents)
  }
  const onGone = useEffectEvent(() => onValidity(true))
  useEffect(() => () => onGone(), [])

  const problem = typed === null ? 'Enter the deposit in dollars' : problemOf(typed)
  return (
    <div onBlur={() => setIsLeft(true)}>
      <MoneyField
        label="Deposit"
        hint={hint}
        error={isLeft && problem ? `Deposit ${problem}` : undefined}
        valueCents={typed}
        onChange={(next) => {
          const isValid = next !== null && !problemOf(next)
          setIsLeft(false)
          setTyped(next)
          onValidity(isValid)
          if (isValid) onCommit(next)
        }}
      />
      <Slider
        label="Deposit"
        min={minCents}
        max={maxCents}
        step={SLIDE_CENTS}
        value={cents}
        text={formatMoney(cents)}
        onChange={(next) => {
          onValidity(true)
          onCommit(next)
        }}
      />
    </div>
  )
}
