import { useId, useState, type SubmitEvent } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import type { PersonEvent } from '#lib/people/shapes.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { Button } from '../Button.tsx'
import { TextArea } from '../fields/TextArea.tsx'
import { StillWorking } from '../Loading.tsx'
import { Notice } from '../Notice.tsx'
import { eventLine } from './labels.ts'

/** What the people of a purchase did and said, in order. */
export const Talk = ({ events }: { events: readonly PersonEvent[] }) => (
  <ol className="people__talk">
    {events.map(({ eventId, at, text, isOwn, ...event }) => (
      <li
        key={eventId}
        className={text === null ? undefined : 'people__said'}
        data-own={isOwn ? '' : undefined}
      >
        <p className={text === null ? undefined : 'small'}>
          {text === null ? (
            eventLine({ eventId, at, text, isOwn, ...event })
          ) : (
            <strong>{eventLine({ eventId, at, text, isOwn, ...event })}</strong>
          )}{' '}
          <span className="small quiet nowrap">
            {text === null && 'on '}
            <time dateTime={at}>{formatInstant(at)}</time>
          </span>
        </p>
        {text !== null && <p className="people__text">{text}</p>}
      </li>
    ))}
  </ol>
)

/** Writes a comment that everyone in the purchase sees. */
export function CommentForm({ send }: { send: (text: string) => Promise<Result<unknown>> }) {
  const [text, setText] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [news, setNews] = useState('')
  const form = useId()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setTrouble('')
    setNews('')
    if (text.trim() === '') {
      setIsEmpty(true)
      return document.getElementById(form)?.querySelector('textarea')?.focus()
    }
    setIsBusy(true)
    const answer = await send(text.trim())
    setIsBusy(false)
    if (!answer.ok) return setTrouble(failureMessage(answer.failure))
    setText('')
    setNews('Comment added. Everyone in this purchase can read it.')
  }
  return (
    <form className="form no-print" id={form} onSubmit={submit} noValidate>
      <TextArea
        label="Your comment"
        hint="Everyone in this purchase can read it, and so can our team."
        rows={3}
        maxLength={1000}
        value={text}
        error={isEmpty ? 'Please write something' : undefined}
        onChange={(typed) => {
          setText(typed)
          setIsEmpty(false)
        }}
      />
      {trouble && (
        <Notice kind="error" title="We couldn’t add your comment">
          {trouble}
        </Notice>
      )}
      <div>
        <Button type="submit" kind="quiet" isBusy={isBusy}>
          Add the comment
        </Button>
        <StillWorking isBusy={isBusy} text="Sending your comment" />
      </div>
      <p className="small quiet" role="status">
        {news}
      </p>
    </form>
  )
}
