import { useState } from 'react'
import { readFinanceApplication } from '#lib/finance/calls.ts'
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
import { useQuery } from '#ui/hooks/use-query.ts'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'
import { SummaryLine } from '#ui/SummaryLine.tsx'

/** A finance application referred to staff. It loads at a press, as each reading is recorded in the history. */
export function FinanceApplication({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return isOpen ? (
    <>
      <Answers id={id} />
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
      <p className="small quiet">Each view is recorded in the customer’s history.</p>
    </div>
  )
}

/** The answers. They are kept nowhere but in the memory of this screen. */
function Answers({ id }: { id: string }) {
  const asked = useQuery(`finance ${id}`, () =>
    siteCall(readFinanceApplication, { params: { id } }),
  )
  return (
    <WhenLoaded asked={asked} name="the application">
      {(application) => (
        <div className="staff-finance">
          {FINANCE_PAGE_ORDER.flatMap((page) => FINANCE_PAGES[page].groups).map(
            ({ section, legend, questions }) => (
              <section key={legend}>
                <h3 className="staff-finance__title">{legend}</h3>
                <dl className="summary">
                  {questions
                    .flatMap((question) => answerLines(question, application[section]))
                    .map(([label, words], index) => (
                      <SummaryLine key={`${label} ${index}`} label={label} value={words} />
                    ))}
                </dl>
              </section>
            ),
          )}
          <p className="small">Signed by {application.signature.name}</p>
        </div>
      )}
    </WhenLoaded>
  )
}

type AnswerFields = Readonly<Record<string, unknown>>

/** The lines of an answer, each with its label. A question without an answer has no line. */
function answerLines(question: Question | RowsQuestion, answers: AnswerFields): [string, string][] {
  const answer = answers[question.field]
  if (question.kind === 'rows')
    return ((answer ?? []) as AnswerFields[]).flatMap((row) =>
      question.columns.flatMap((column) =>
        answerLines({ ...column, label: `${question.label}: ${column.label.toLowerCase()}` }, row),
      ),
    )
  if (answer === undefined || answer === '') return []
  return [[question.label, answerText(question, answer)]]
}

/** An answer as the customer chose or typed it. */
function answerText({ kind, choices }: Question, value: unknown): string {
  if (kind === 'money') return formatMoney(value as number)
  if (kind === 'day') return formatDay(value as string)
  return choices?.find(([code]) => code === value)?.[1] ?? String(value)
}
