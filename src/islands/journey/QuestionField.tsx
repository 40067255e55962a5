import { DateField } from '#ui/fields/DateField.tsx'
import { MoneyField } from '#ui/fields/MoneyField.tsx'
import { NumberField } from '#ui/fields/NumberField.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea } from '#ui/fields/TextArea.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import type { Question } from '#lib/finance/licence-questions.ts'

interface QuestionFieldProps {
  question: Question
  given: string | number | null
  error: string | undefined
  onChange: (given: string | number | null) => void
  /** Its group is optional as a whole. */
  isOfOptionalGroup?: boolean
}

/** The form field for a question, by its kind. */
export function QuestionField({
  question,
  given,
  error,
  onChange,
  isOfOptionalGroup = false,
}: QuestionFieldProps) {
  const {
    label,
    hint,
    kind,
    isOptional: optional,
    choices = [],
    maxLength,
    typed,
    autoComplete = 'off',
  } = question
  const field = { label, hint, error, optional, required: !optional && !isOfOptionalGroup }
  const text = typeof given === 'string' ? given : ''
  const number = typeof given === 'number' ? given : null

  if (kind === 'money') return <MoneyField {...field} valueCents={number} onChange={onChange} />
  if (kind === 'number')
    return <NumberField {...field} isShort value={number} onChange={onChange} />
  if (kind === 'choice')
    return (
      <SelectField
        {...field}
        value={text}
        placeholder="Choose"
        options={choices.map(([value, words]) => ({ value, label: words }))}
        onChange={onChange}
      />
    )
  if (kind === 'lines')
    return (
      <TextArea
        {...field}
        rows={2}
        maxLength={maxLength}
        autoComplete={autoComplete}
        value={text}
        onChange={onChange}
      />
    )
  return kind === 'day' ? (
    <DateField {...field} autoComplete={autoComplete} value={text} onChange={onChange} />
  ) : (
    <TextField
      {...field}
      maxLength={maxLength ?? 100}
      isShort={maxLength !== undefined && maxLength < 10}
      inputMode={typed === 'digits' ? 'numeric' : undefined}
      autoCapitalize={typed === 'capitals' ? 'characters' : undefined}
      autoComplete={autoComplete}
      value={text}
      onChange={onChange}
    />
  )
}
