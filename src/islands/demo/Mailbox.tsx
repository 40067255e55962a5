import { useEffect, useState } from 'react'
import type { CallAnswer } from '#lib/api/client.ts'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { getDemoAttachment, listDemoMail } from '#lib/site/calls.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { asFileName } from '#lib/shared/words.ts'
import { publicApi } from '#stores/site/public-api.ts'
import { Button } from '#ui/Button.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { saveFile } from '#ui/save-file.ts'
import { MessageText } from './MessageText.tsx'
import './demo.css'

type Message = CallAnswer<typeof listDemoMail>['messages'][number]

/** How often a visible page checks for new messages. */
const POLL_INTERVAL_MS = 3_000

/** The mailbox of a demonstration: everything the site has mailed, newest first. */
export function Mailbox() {
  const [answer, setAnswer] = useState<Result<readonly Message[]> | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const load = async () => {
    const found = await publicApi(listDemoMail, { query: {} })
    setAnswer((shown) => {
      if (found.ok) return { ok: true, value: found.value.messages }
      // Shown messages stay while the server is unreachable.
      return shown?.ok ? shown : found
    })
  }
  useEffect(() => {
    const loadWhenVisible = () => {
      if (document.visibilityState === 'visible') void load()
    }
    loadWhenVisible()
    const timer = setInterval(loadWhenVisible, POLL_INTERVAL_MS)
    document.addEventListener('visibilitychange', loadWhenVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', loadWhenVisible)
    }
  }, [])
  const refresh = async () => {
    setIsBusy(true)
    await load()
    setIsBusy(false)
  }

  return (
    <div className="wrap section mailbox">
      <header className="stack stack--s">
        <h1>Demo mailbox</h1>
        <p>
          Demo only: no real emails are sent. You’ll find them here instead, newest first. New
          messages appear automatically.
        </p>
        <div>
          <Button kind="quiet" isSmall isBusy={isBusy} onClick={() => void refresh()}>
            Refresh
          </Button>
        </div>
      </header>
      {answer === null ? (
        <Loading text="Looking for messages" />
      ) : !answer.ok ? (
        'status' in answer.failure && answer.failure.status === 404 ? (
          <Notice title="There is no mailbox here">This site sends real emails.</Notice>
        ) : (
          <Notice kind="error" title="We couldn’t check for messages">
            {failureMessage(answer.failure)}
          </Notice>
        )
      ) : answer.value.length === 0 ? (
        <p className="empty">Nothing has been sent yet. Sign in and your code will arrive here.</p>
      ) : (
        <ol className="mailbox__list" aria-live="polite" aria-relevant="additions">
          {answer.value.map((message, index) => (
            <li key={`${message.queuedAt} ${message.to} ${message.subject}`}>
              <MailboxMessage message={message} isOpenAtFirst={index === 0} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** A message. The newest is open at first, and stays open when others arrive. */
function MailboxMessage({ message, isOpenAtFirst }: { message: Message; isOpenAtFirst: boolean }) {
  const [isOpen] = useState(isOpenAtFirst)
  return (
    <details className="disclosure mailbox__letter" open={isOpen}>
      <summary>
        <h2 className="mailbox__subject">
          {message.subject}
          <span className="small quiet">
            To {message.to}, {formatInstant(message.queuedAt)}
          </span>
        </h2>
      </summary>
      <div className="stack">
        <MessageText text={message.text} />
        <div>
          {/* In a file of its own, since the policy of this site's pages blocks the styles of an email. */}
          <Button
            kind="quiet"
            isSmall
            onClick={() =>
              saveFile(`${asFileName(message.subject)}.html`, 'text/html', message.html)
            }
          >
            Download as HTML
          </Button>
        </div>
        {message.attachment && <Attachment {...message.attachment} />}
      </div>
    </details>
  )
}

/** A button that downloads the attachment of a message. */
function Attachment({ id, name }: { id: string; name: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const save = async () => {
    setIsBusy(true)
    setTrouble('')
    const found = await publicApi(getDemoAttachment, { params: { id } })
    setIsBusy(false)
    if (!found.ok) return setTrouble(failureMessage(found.failure))
    const bytes = Uint8Array.from(atob(found.value.base64), (one) => one.charCodeAt(0))
    saveFile(name, name.endsWith('.ics') ? 'text/calendar' : 'application/pdf', bytes)
  }
  return (
    <div>
      <Button kind="quiet" isSmall isBusy={isBusy} onClick={() => void save()}>
        Download {name}
      </Button>
      <p className="small" role="status">
        {trouble}
      </p>
    </div>
  )
}
