import { useEffect, useState } from 'react'
import type { CallAnswer } from '#lib/api/client.ts'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { publicApi } from '#stores/site/public-api.ts'
import { Button } from '#ui/Button.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Attachment } from './Attachment.tsx'
import { MessageText } from './MessageText.tsx'
import './demo.css'

type Message = CallAnswer<typeof listDemoMail>['messages'][number]

/** The page looks for new messages this often while it is in view. */
const LOOK_EVERY_MS = 3_000

/** The mailbox of a demonstration: everything the site has mailed, newest first. */
export function Mailbox() {
  const [answer, setAnswer] = useState<Result<readonly Message[]> | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const look = async () => {
    const found = await publicApi(listDemoMail, { query: {} })
    setAnswer((shown) => {
      if (found.ok) return { ok: true, value: found.value.messages }
      // What is there stays there while the server is away.
      return shown?.ok ? shown : found
    })
  }
  useEffect(() => {
    const lookWhenSeen = () => {
      if (document.visibilityState === 'visible') void look()
    }
    lookWhenSeen()
    const timer = setInterval(lookWhenSeen, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', lookWhenSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookWhenSeen)
    }
  }, [])
  const refresh = async () => {
    setIsBusy(true)
    await look()
    setIsBusy(false)
  }

  return (
    <div className="wrap section mailbox">
      <header className="stack stack--s">
        <h1>Demo mailbox</h1>
        <p>
          No email leaves a demonstration. What would have been sent stands here, newest first, and
          new messages appear by themselves.
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
          <Notice title="There is no mailbox here">This site sends its mail for real.</Notice>
        ) : (
          <Notice kind="error" title="We could not look for messages">
            {failureMessage(answer.failure)}
          </Notice>
        )
      ) : answer.value.length === 0 ? (
        <p className="empty">Nothing has been sent yet. Sign in, and the code arrives here.</p>
      ) : (
        <ol className="mailbox__list" aria-live="polite" aria-relevant="additions">
          {answer.value.map((message, index) => (
            <li key={`${message.queuedAt} ${message.to} ${message.subject}`}>
              <Letter message={message} isOpenAtFirst={index === 0} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** A message: the newest stands open, and one that was opened stays so when others arrive. */
function Letter({ message, isOpenAtFirst }: { message: Message; isOpenAtFirst: boolean }) {
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
        {message.attachment && <Attachment {...message.attachment} />}
      </div>
    </details>
  )
}
