import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { leaveMessage } from '#lib/messages/calls.ts'
import { NewMessage } from '#lib/messages/forms.ts'
import { EMAIL_MESSAGE } from '#lib/shared/email.ts'
import { check } from '#lib/shared/check.ts'
import { refusedFields } from '#lib/shared/faults.ts'
import { siteCall } from '#stores/site/api.ts'
import { solvePuzzle } from '#stores/sign-in/puzzle.ts'
import { $chatPerson } from '#stores/chat/chat.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { TextArea } from '#ui/fields/TextArea.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'
import { phoneLink } from '#lib/shared/phone.ts'

const FIELDS = ['name', 'email', 'message']
const MAX_MESSAGE_LENGTH = 4000

interface PanelProps {
  phone: string
  hours: string
  isOpen: boolean
  onClose: () => void
}

/** The dialog for leaving a message. It is cleared when another person signs in. */
export function ChatPanel({ phone, hours, isOpen, onClose }: PanelProps) {
  const person = useIslandStore($chatPerson, null)
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (!isOpen) return dialog.current?.close()
    dialog.current?.showModal()
    // By default a dialog focuses its × button.
    dialog.current?.querySelector('input')?.focus()
  }, [isOpen])

  return (
    <dialog
      className="dialog chat__dialog"
      ref={dialog}
      aria-labelledby={titleId}
      // Closed here: the browser's own close event comes later, when the dialog may be open again.
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={() => dialog.current?.open || onClose()}
    >
      <div className="chat__head">
        <h2 className="dialog__title" id={titleId}>
          Leave a message
        </h2>
        <button type="button" className="toast__close" aria-label="Close" onClick={onClose}>
          <span aria-hidden="true">×</span>
        </button>
      </div>
      <MessageForm
        key={person?.customerId ?? 'visitor'}
        name={person ? `${person.firstName} ${person.lastName}` : ''}
        email={person?.email ?? ''}
        phone={phone}
        hours={hours}
        onClose={onClose}
      />
    </dialog>
  )
}

interface FormProps {
  name: string
  email: string
  phone: string
  hours: string
  onClose: () => void
}

function MessageForm({ name, email, phone, hours, onClose }: FormProps) {
  const [typed, setTyped] = useState({ name, email, message: '' })
  const [sentTo, setSentTo] = useState('')
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { form, faultAt, show, forget, clear } = useFaults()

  const set = (field: keyof typeof typed) => (text: string) => {
    setTyped({ ...typed, [field]: text })
    forget(field)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    const checked = check(NewMessage, typed)
    if (!checked.ok) return show(checked.faults)
    clear()
    setTrouble('')
    setIsBusy(true)
    const answer = await send(checked.value)
    setIsBusy(false)
    if (answer.ok) return setSentTo(checked.value.email)
    const refused = refusedFields(answer.failure, FIELDS)
    if (refused) show(refused)
    else setTrouble(failureMessage(answer.failure))
  }

  if (sentTo)
    return (
      <Sent
        email={sentTo}
        onClose={() => {
          setTyped({ ...typed, message: '' })
          setSentTo('')
          onClose()
        }}
      />
    )
  const faultOfEmail = faultAt('email', 'Email address')
  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <p className="small quiet">
        Send us a message and we’ll reply by email. Or call{' '}
        <a className="nowrap" href={phoneLink(phone)}>
          {phone}
        </a>
        , {hours}.
      </p>
      <TextField
        label="Name"
        autoComplete="name"
        maxLength={120}
        value={typed.name}
        error={faultAt('name', 'Name')}
        onChange={set('name')}
      />
      <TextField
        label="Email address"
        type="email"
        autoComplete="email"
        maxLength={254}
        value={typed.email}
        error={faultOfEmail && EMAIL_MESSAGE}
        onChange={set('email')}
      />
      <TextArea
        label="Message"
        error={faultAt('message', 'Message')}
        rows={5}
        maxLength={MAX_MESSAGE_LENGTH}
        value={typed.message}
        onChange={set('message')}
      />
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <Button type="submit" isWide isBusy={isBusy}>
        Send message
      </Button>
      <StillWorking isBusy={isBusy} text="Sending your message" />
      <p className="fine-print">
        We keep your message for 90 days after we’ve dealt with it. See{' '}
        <a href={paths.privacy}>Privacy</a>.
      </p>
    </form>
  )
}

const send = async (body: { name: string; email: string; message: string }) => {
  const puzzle = await solvePuzzle()
  return puzzle.ok ? siteCall(leaveMessage, { body, captchaToken: puzzle.value }) : puzzle
}

function Sent({ email, onClose }: { email: string; onClose: () => void }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <div className="stack">
      <p ref={words} tabIndex={-1} className="chat__sent">
        Thank you. We’ve received your message and will reply to <strong>{email}</strong>.
      </p>
      <Button kind="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
