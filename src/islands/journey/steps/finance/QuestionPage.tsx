import { useState, type SubmitEvent } from 'react'
import { useJourneyPage } from '../../journey-page.ts'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'
import { answer, noteArrived, pageToSend } from './answers.ts'
import { answerKey, askedOf, pageFaults, type AnswerRow, type Answers } from './application.ts'
import { LenderOffer } from './LenderOffer.tsx'
import { MonthCheck } from './MonthCheck.tsx'
import { QuestionField } from '../../QuestionField.tsx'
import { QuestionRows } from './QuestionRows.tsx'
import {
  FINANCE_PAGE_ORDER,
  FINANCE_PAGES,
  FINANCE_PAGES_IN_ALL,
  type FinancePage,
} from '#lib/finance/finance-questions.ts'
import { PageBack } from './PageBack.tsx'
import { SkipFinance } from './SkipFinance.tsx'

/** One page of the lender's questions. */
export function QuestionPage({ page, answers }: { page: FinancePage; answers: Answers }) {
  const { journey, goOn } = useJourneyPage()
  const { finance } = journey.currentQuote
  const { title, intro, groups } = FINANCE_PAGES[page]
  const at = FINANCE_PAGE_ORDER.indexOf(page)
  const [isSending, setIsSending] = useState(false)
  const { form, faultAt, show, forget } = useFaults()

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    const faults = pageFaults(page, answers)
    if (Object.keys(faults).length > 0) return show(faults)
    setIsSending(true)
    const change = pageToSend(groups)
    await goOn(change, undefined, () => noteArrived(journey.id, change))
    setIsSending(false)
  }

  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <StepHeading title={title}>
        Page {at + 1} of {FINANCE_PAGES_IN_ALL}. {intro}
      </StepHeading>
      {page === '' && finance && <LenderOffer finance={finance} />}
      {groups
        .filter((group) => askedOf(group, answers).length > 0)
        .map((group) => (
          <fieldset className="stack" key={group.legend}>
            <legend>{group.legend}</legend>
            {askedOf(group, answers).map((question) => {
              const key = answerKey(group.section, question)
              const given = answers[key] ?? null
              return question.kind === 'rows' ? (
                <QuestionRows
                  key={key}
                  question={question}
                  rows={Array.isArray(given) ? (given as AnswerRow[]) : []}
                  faultAt={(path, label) => faultAt(`${key}.${path}`, label)}
                  onChange={(rows, path) => {
                    answer(group.section, question, rows)
                    forget(path ? `${key}.${path}` : key)
                  }}
                />
              ) : (
                <QuestionField
                  key={key}
                  question={question}
                  given={typeof given === 'object' ? null : given}
                  error={faultAt(key, question.label)}
                  onChange={(typed) => {
                    answer(group.section, question, typed)
                    forget(key)
                  }}
                />
              )
            })}
          </fieldset>
        ))}
      {page === 'liabilities' && finance && <MonthCheck answers={answers} finance={finance} />}
      <p className="fine-print">
        We encrypt your answers and send them to the lender only when you sign. They’re never kept
        in this browser. The lender will check them.
      </p>
      <StepActions isSending={isSending}>
        <PageBack at={at} />
        <SkipFinance />
      </StepActions>
    </form>
  )
}
