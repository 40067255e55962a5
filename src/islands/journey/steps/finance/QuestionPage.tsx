import { useState, type SubmitEvent } from 'react'
import { DateField } from '#ui/DateField.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { useFaults } from '#ui/use-faults.ts'
import { answer } from './answers.ts'
import {
  answerKey,
  FINANCE_PAGES,
  pageFaults,
  toDraft,
  type Answer,
  type Answers,
  type FinancePage,
  type Question,
} from './questions.ts'
import { SkipFinance } from './SkipFinance.tsx'

/** One page of the lender's questions. */
export function QuestionPage({ page, answers }: { page: FinancePage; answers: Answers }) {
  const { goOn } = useJourneyPage()
  const { title, intro, groups } = FINANCE_PAGES[page]
  const [isSending, setIsSending] = useState(false)
  const { form, faultAt, show, forget } = useFaults()

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    const faults = pageFaults(page, answers)
    if (Object.keys(faults).length > 0) return show(faults)
    setIsSending(true)
    await goOn({ financeApplication: toDraft(answers, groups) })
    setIsSending(false)
  }

  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <StepHeading title={title}>{intro}</StepHeading>
      {groups.map(({ section, legend, questions }) => (
        <fieldset className="stack" key={section}>
          <legend>{legend}</legend>
          {questions.map((question) => {
            const key = answerKey(section, question)
            return (
              <QuestionField
                key={key}
                question={question}
                given={answers[key] ?? ''}
                error={faultAt(key, question.label)}
                onChange={(given) => {
                  answer(key, given)
                  forget(key)
                }}
              />
            )
          })}
        </fieldset>
      ))}
      <p className="fine-print">
        Your answers are encrypted, go to the lender only when you sign, and are never kept in this
        browser. They are subject to the lender’s checks.
      </p>
      <StepActions isSending={isSending}>
        <SkipFinance />
      </StepActions>
    </form>
  )
}

interface QuestionFieldProps {
  question: Question
  given: Answer
  error: string | undefined
  onChange: (given: Answer) => void
}

function QuestionField({ question, given, error, onChange }: QuestionFieldProps) {
  const { label, hint, kind, isOptional: optional, choices = [] } = question
  const field = { label, hint, error, optional, required: !optional }
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
  return kind === 'day' ? (
    <DateField {...field} autoComplete="bday" value={text} onChange={onChange} />
  ) : (
    <TextField {...field} maxLength={100} value={text} onChange={onChange} />
  )
}
