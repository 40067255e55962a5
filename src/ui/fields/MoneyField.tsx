import { formatMoney, parseMoney } from '#lib/shared/money.ts'
import { Field, type FieldProps } from './Field.tsx'
import { useTyped } from './use-typed.ts'

/** For example `42,990`: the field itself shows the dollar sign. */
const shown = (cents: number) => formatMoney(cents).replace('$', '')

/** An amount of money. `$` and commas may be typed; the amount is formatted when the field is left. */
export function MoneyField({
  valueCents,
  onChange,
  name,
  disabled,
  ...field
}: FieldProps & {
  /** Integer cents; `null` for none. */
  valueCents: number | null
  onChange: (cents: number | null) => void
  name?: string
  disabled?: boolean
}) {
  const { isWrong, forget: _forget, ...input } = useTyped(valueCents, onChange, parseMoney, shown)
  return (
    <Field {...field} error={isWrong ? 'Please enter an amount in dollars' : field.error}>
      {(control) => (
        <div className="input-money">
          <input
            {...control}
            {...input}
            className="input"
            inputMode="decimal"
            autoComplete="off"
            name={name}
            disabled={disabled}
          />
        </div>
      )}
    </Field>
  )
}
