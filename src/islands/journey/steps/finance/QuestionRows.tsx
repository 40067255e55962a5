import { useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import type { AnswerRow } from './application.ts'
import { QuestionField } from '../../QuestionField.tsx'
import type { RowsQuestion } from '#lib/finance/finance-questions.ts'

/** The most rows an application takes. */
const MOST_ROWS = 10

interface QuestionRowsProps {
  question: RowsQuestion
  rows: readonly AnswerRow[]
  /** The message at a field of a row. */
  faultAt: (path: string, label: string) => string | undefined
  onChange: (rows: readonly AnswerRow[], path: string) => void
}

/** A question with several answers, such as one for each loan: rows to add and remove. */
export function QuestionRows({ question, rows, faultAt, onChange }: QuestionRowsProps) {
  const { label, hint, columns } = question
  const list = useRef<HTMLDivElement>(null)
  const focusOn = useRef<string>(null)
  useEffect(() => {
    if (focusOn.current) list.current?.querySelector<HTMLElement>(focusOn.current)?.focus()
    focusOn.current = null
  }, [rows.length])
  const name = label.toLowerCase()

  return (
    <div className="stack" ref={list}>
      {rows.map((row, index) => (
        // Rows are known by their position: the typed text moves up when a row above is removed.
        <fieldset className="card stack" key={`${index} of ${rows.length}`}>
          <legend className="visually-hidden">{`${label} ${index + 1}`}</legend>
          <div className="cluster cluster--between">
            <strong aria-hidden="true">{`${label} ${index + 1}`}</strong>
            <Button
              kind="quiet"
              aria-label={`Remove ${name} ${index + 1}`}
              onClick={() => {
                focusOn.current = '[data-add]'
                onChange(rows.toSpliced(index, 1), '')
              }}
            >
              Remove
            </Button>
          </div>
          {columns.map((column) => (
            <QuestionField
              key={column.field}
              question={column}
              given={row[column.field] ?? null}
              error={faultAt(`${index}.${column.field}`, column.label)}
              onChange={(given) =>
                onChange(
                  rows.with(index, { ...row, [column.field]: given }),
                  `${index}.${column.field}`,
                )
              }
            />
          ))}
        </fieldset>
      ))}
      {rows.length < MOST_ROWS && (
        <div>
          <Button
            kind="quiet"
            data-add=""
            onClick={() => {
              focusOn.current = `fieldset:nth-of-type(${rows.length + 1}) input`
              onChange([...rows, {}], '')
            }}
          >
            {rows.length === 0 ? `Add a ${name}` : `Add another ${name}`}
          </Button>
          <p className="fine-print">
            {rows.length === 0 ? `${hint} No ${name}s? Skip this.` : hint}
          </p>
        </div>
      )}
    </div>
  )
}
