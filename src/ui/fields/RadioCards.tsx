import { useId, type ReactNode } from 'react'

interface Choice<T extends string> {
  value: T
  title: string
  text?: ReactNode
  price?: string
  isDisabled?: boolean
}

/** A radio group of cards, each with room for an explanation. */
export function RadioCards<T extends string>({
  legend,
  hint,
  error,
  choices,
  value,
  onChange,
  columns,
}: {
  legend: string
  hint?: string
  error?: string
  choices: readonly Choice<T>[]
  value: T | ''
  onChange: (value: T) => void
  columns?: 2 | 3
}) {
  const name = useId()
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const width = columns === 3 ? ' choice-group__items--three' : ' choice-group__items--two'
  return (
    <fieldset
      className={`choice-group${error ? ' field--invalid' : ''}`}
      aria-describedby={described || undefined}
    >
      <legend>{legend}</legend>
      {hint && (
        <p className="field__hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <div className={`choice-group__items${columns ? width : ''}`}>
        {choices.map((choice) => (
          <label className="choice-card" key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.isDisabled}
              onChange={() => onChange(choice.value)}
            />
            <span className="choice-card__body">
              <span className="choice-card__title">{choice.title}</span>
              {choice.price && <span className="choice-card__price money">{choice.price}</span>}
              {choice.text && <span className="choice-card__text">{choice.text}</span>}
            </span>
          </label>
        ))}
      </div>
      <p className="field__error" id={`${name}-error`} aria-live="polite">
        {error}
      </p>
    </fieldset>
  )
}
