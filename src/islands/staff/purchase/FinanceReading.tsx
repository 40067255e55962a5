import { useState } from 'react'
import { readFinanceApplication } from '#lib/purchases/staff-calls.ts'
import { formatDay } from '#lib/shared/dates.ts'
import {
  FINANCE_PAGE_ORDER,
  FINANCE_PAGES,
  type RowsQuestion,
} from '#lib/finance/finance-questions.ts'
import type { Question } from '#lib/finance/licence-questions.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { siteCall } from '#stores/site/api.ts'
import { Button } from '#ui/Button.tsx'
import { useAnswer } from '#ui/hooks/use-answer.ts'
import { Asking } from '../Asking.tsx'

/** The application that a person has to decide. It is asked for by a press, as each reading is in the history. */
export function FinanceReading({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return isOpen ? (
    <>
      <Read id={id} />
      <div>
        <Button kind="quiet" isSmall onClick={() => setIsOpen(false)}>
          Close the application
        </Button>
      </div>
    </>
  ) : (
    <div>
      <Button kind="quiet" isSmall onClick={() => setIsOpen(true)}>
        Read the application
      </Button>
      <p className="small quiet">Each reading is a line of the customer’s history.</p>
    </div>
  )
}

/** What was answered is in this screen's memory, and nowhere else. */
function Read({ id }: { id: string }) {
  const asked = useAnswer(`finance ${id}`, () =>
    siteCall(readFinanceApplication, { params: { id } }),
  )
  return (
    <Asking asked={asked} name="the application">
      {(application) => (
        <div className="staff-finance">
          {FINANCE_PAGE_ORDER.flatMap((page) => FINANCE_PAGES[page].groups).map(
            ({ section, legend, questions }) => (
              <section key={legend}>
                <h3 className="staff-finance__title">{legend}</h3>
                <dl className="summary">
                  {questions
                    .flatMap((question) => linesOf(question, application[section]))
                    .map(([label, words], index) => (
                      <div className="summary__line" key={`${label} ${index}`}>
                        <dt>{label}</dt>
                        <dd>{words}</dd>
                      </div>
                    ))}
                </dl>
              </section>
            ),
          )}
          <p className="small">Signed by {application.signature.name}</p>
        </div>
      )}
    </Asking>
  )
}

type Answers = Readonly<Record<string, unknown>>

/** What was answered to a question, each with its label. What was not asked, or left out, has no line. */
function linesOf(question: Question | RowsQuestion, answers: Answers): [string, string][] {
  const answer = answers[question.field]
  if (question.kind === 'rows')
    return ((answer ?? []) as Answers[]).flatMap((row) =>
      question.columns.flatMap((column) =>
        linesOf({ ...column, label: `${question.label}: ${column.label.toLowerCase()}` }, row),
      ),
    )
  if (answer === undefined || answer === '') return []
  return [[question.label, answerWords(question, answer)]]
}

/** An answer as it was chosen or typed. */
function answerWords({ kind, choices }: Question, value: unknown): string {
  if (kind === 'money') return formatMoney(value as number)
  if (kind === 'day') return formatDay(value as string)
  return choices?.find(([code]) => code === value)?.[1] ?? String(value)
}
