import { useRef } from 'react'
import { readDay, shownDay } from '#lib/shared/typed-day.ts'
import { Button } from '#ui/Button.tsx'
import { Field, type FieldProps } from './Field.tsx'
import { useIsHydrated } from '#ui/hooks/use-is-hydrated.ts'
import { useTyped } from './use-typed.ts'

/**
 * A day, typed in New Zealand order whatever the browser's language, or picked in the browser's calendar where it has
 * one.
 */
export function DateField({
  value,
  onChange,
  min,
  max,
  hint = 'Day, month and year, for example 27/3/1985',
  name,
  autoComplete = 'off',
  ...field
}: FieldProps & {
  /** `yyyy-mm-dd`; empty for none. */
  value: string
  /** `isUnreadable`: the typed text is not a day. */
  onChange: (day: string, isUnreadable?: boolean) => void
  /** The first and the last day that the calendar offers. */
  min?: string
  max?: string
  name?: string
  autoComplete?: string
}) {
  const calendar = useRef<HTMLInputElement>(null)
  const hasCalendar = useIsHydrated() && 'showPicker' in HTMLInputElement.prototype
  const { isWrong, forget, ...input } = useTyped(
    value || null,
    (day, typed) => onChange(day ?? '', day === null && typed.trim() !== ''),
    readDay,
    shownDay,
  )
  return (
    <Field
      {...field}
      hint={hint}
      error={isWrong ? 'Please enter a date, for example 27/3/1985' : field.error}
    >
      {(control) => (
        <div className="date-field">
          <input
            {...control}
            {...input}
            className="input"
            inputMode="text"
            autoComplete={autoComplete}
            maxLength={40}
            name={name}
          />
          {hasCalendar && (
            <>
              <Button
                kind="quiet"
                aria-label="Open the calendar"
                onClick={() => calendar.current?.showPicker()}
              >
                <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                  <path
                    d="M4 6.5h16v13.5H4zM4 10.5h16M8 3.5v5M16 3.5v5"
                    fill="none"
                    stroke="currentColor"
                    strokeWidth="1.75"
                  />
                </svg>
              </Button>
              <input
                ref={calendar}
                className="date-field__calendar"
                type="date"
                tabIndex={-1}
                aria-hidden="true"
                min={min}
                max={max}
                value={value}
                onChange={(event) => {
                  forget()
                  onChange(event.target.value)
                }}
              />
            </>
          )}
        </div>
      )}
    </Field>
  )
}
