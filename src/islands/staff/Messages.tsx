import { mailLink } from '#lib/shared/email.ts'
import { useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { listMessages, updateMessage } from '#lib/messages/calls.ts'
import type { Message } from '#lib/customers/shapes.ts'
import { kindName, wishedWords } from '#lib/messages/enquiry.ts'
import { shownPhone, phoneLink } from '#lib/shared/phone.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { siteCall } from '#stores/site/api.ts'
import { addToast } from '#stores/site/toasts.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { Button } from '#ui/Button.tsx'
import { ShowMore } from '#ui/ShowMore.tsx'
import { usePages } from '#ui/hooks/use-pages.ts'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'
import { customerHash, messagesHash } from './routes.ts'

type Show = 'todo' | 'done'

/** How many messages a page has. */
const MESSAGES = '20'

/** Messages from visitors: those to deal with, and those done. */
export const Messages = ({ show }: { show: Show }) => (
  <div className="stack">
    <AreaHeading title="Messages" />
    <nav className="tabs" aria-label="Messages">
      {(['todo', 'done'] as const).map((one) => (
        <a key={one} href={messagesHash(one)} aria-current={one === show ? 'page' : undefined}>
          {one === 'todo' ? 'To do' : 'Done'}
        </a>
      ))}
    </nav>
    <List key={show} show={show} />
  </div>
)

function List({ show }: { show: Show }) {
  const asked = usePages(show, async (cursor) => {
    const query = { show, limit: MESSAGES, ...(cursor ? { cursor } : {}) }
    const answer = await siteCall(listMessages, { query })
    return answer.ok
      ? { ok: true, value: { ...answer.value, items: answer.value.messages } }
      : answer
  })
  return (
    <WhenLoaded asked={asked} name="the messages">
      {(pages) =>
        pages.items.length === 0 ? (
          <p className="empty">
            {show === 'todo' ? 'No messages to answer.' : 'No answered messages yet.'}
          </p>
        ) : (
          <>
            <ul className="staff-messages">
              {pages.items.map((message) => (
                <Item key={message.messageId} message={message} />
              ))}
            </ul>
            <ShowMore pages={pages} />
          </>
        )
      }
    </WhenLoaded>
  )
}

/** A message. One that has just been marked stays in the list, so that a slip can be undone. */
function Item({ message: listed }: { message: Message }) {
  const [message, setMessage] = useState(listed)
  const [isBusy, setIsBusy] = useState(false)
  const { messageId, name, email, phone, customerId, created, done } = message
  const nameId = `message-${messageId}`
  const hasChanged = (done === null) !== (listed.done === null)

  const mark = async () => {
    setIsBusy(true)
    const answer = await siteCall(updateMessage, {
      params: { id: messageId },
      body: { isDone: done === null },
    })
    setIsBusy(false)
    if (answer.ok) setMessage(answer.value)
    else addToast({ kind: 'warning', text: failureMessage(answer.failure) })
  }

  return (
    <li className="card staff-message" data-done={done ? '' : undefined}>
      <div className="cluster cluster--between">
        <h2 className="staff-subheading" id={nameId}>
          {name}
        </h2>
        <time className="small quiet" dateTime={created}>
          {formatInstant(created)}
        </time>
      </div>
      {message.kind !== 'MESSAGE' && (
        <p className="small">
          <strong>{kindName(message.kind)}</strong>
          {subjects(message).map((words) => ` · ${words}`)}
        </p>
      )}
      {message.message && <p className="staff-message__text">{message.message}</p>}
      <div className="cluster cluster--between">
        <p className="cluster small">
          <a href={mailLink(email)}>{email}</a>
          {phone && <a href={phoneLink(phone)}>{shownPhone(phone)}</a>}
          {customerId !== null && (
            <a href={customerHash(customerId)}>Customer with this email address</a>
          )}
        </p>
        <p className="cluster small" aria-live="polite">
          {done && (
            <span className="quiet">
              Done by {done.by}
              {!hasChanged && `, ${formatInstant(done.at)}`}
            </span>
          )}
          <Button kind="quiet" isSmall isBusy={isBusy} aria-describedby={nameId} onClick={mark}>
            {done === null ? 'Done' : 'Undo'}
          </Button>
        </p>
      </div>
    </li>
  )
}

const subjects = ({ model, dealer, wished }: Message): string[] => [
  ...(model ? [model.name] : []),
  ...(dealer ? [dealer.name] : []),
  ...(wished ? [wishedWords(wished)] : []),
]
