import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { mayStillWork } from '#lib/api/may-still-work.ts'
import type { StaffPurchase } from '#lib/staff/shapes.ts'
import { addToast } from '#stores/site/toasts.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstInvalid } from '#ui/fields/first-invalid.ts'
import { Notice } from '#ui/Notice.tsx'
import { typedForms } from '#stores/session/ended-session.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'

export interface ActionFormProps {
  /** The action and the record it is for, as in `receipt j1`: the key under which the open form and its fields are kept. */
  form: string
  /** The label of the button that opens the form: `Record a receipt`. */
  label: string
  /** The item it applies to, for screen readers. */
  about?: string
  /** The button that does it. */
  submit: string
  /** A question to confirm the action; left out when the action can be undone. */
  question?: string
  isDanger?: boolean
  /** Why it cannot be done yet. */
  obstacle?: string | null
  /** Everything that it needs is given. */
  isReady?: boolean
  run: () => Promise<Result<unknown>>
  /** The message after the action. */
  done: string
  /** Called when the record may have changed: after the action, or after a conflict. */
  onChanged: () => void
  /** The fields; `wasTried` once something was missing. */
  children?: (wasTried: boolean) => ReactNode
}

/** The properties that every action for a purchase takes. */
export interface PurchaseActionProps {
  purchase: StaffPurchase
  obstacle?: string | null
  onChanged: () => void
}

type Stage = 'closed' | 'open' | 'asked'

/** The state kept of an open form when the session ends; `unsure` when its last try had no answer. */
type Kept = 'open' | 'unsure' | null

const KEPT_NOTICES: Record<NonNullable<Kept>, { title: string; text: string }> = {
  open: {
    title: 'Nothing has been saved yet',
    text: 'Your session ended first. Everything you entered is still here.',
  },
  unsure: {
    title: 'This may already be saved',
    text: 'Your session ended before we got an answer. Check the record before you send this again. Everything you entered is still here.',
  },
}

/** A staff action: a button, the fields it needs, and a confirmation question where it cannot be undone. */
export function ActionForm({
  form: formKey,
  label,
  about,
  submit,
  question,
  isDanger,
  obstacle,
  isReady = true,
  run,
  done,
  onChanged,
  children,
}: ActionFormProps) {
  const [kept, setKept] = useDraftState<Kept>(typedForms, `${formKey} form`, null)
  const [before, setBefore] = useState(kept)
  const [stage, setStage] = useState<Stage>(before && !obstacle ? 'open' : 'closed')
  const [wasTried, setWasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const isFirst = useRef(stage === 'closed')
  const obstacleId = useId()
  useEffect(() => {
    // Where the focus was is gone.
    if (!isFirst.current)
      (stage === 'closed'
        ? opener.current
        : form.current?.querySelector<HTMLElement>(
            stage === 'open' ? 'input, select, textarea, button' : 'button',
          )
      )?.focus()
    isFirst.current = false
  }, [stage])

  const open = () => {
    setStage('open')
    setKept('open')
  }
  const close = () => {
    setStage('closed')
    setKept(null)
    setBefore(null)
  }
  const perform = async () => {
    setTrouble('')
    setBefore(null)
    setIsBusy(true)
    const answer = await run()
    setIsBusy(false)
    if (answer.ok) {
      close()
      setWasTried(false)
      addToast({ kind: 'info', text: done })
      return onChanged()
    }
    setTrouble(failureMessage(answer.failure))
    setKept(mayStillWork(answer.failure) ? 'unsure' : 'open')
    if (stage === 'asked') setStage('open')
    const status = 'status' in answer.failure ? answer.failure.status : 0
    // A conflict: the typed fields stay, and the record is loaded again.
    if ([404, 409, 412].includes(status)) onChanged()
  }

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!isReady) {
      setWasTried(true)
      return focusFirstInvalid(form.current)
    }
    if (question && stage === 'open') return setStage('asked')
    void perform()
  }

  if (stage === 'closed')
    return (
      <div className="staff-act">
        <Button
          kind="quiet"
          isSmall
          ref={opener}
          aria-disabled={obstacle ? true : undefined}
          aria-describedby={obstacle ? obstacleId : undefined}
          onClick={() => !obstacle && open()}
        >
          {label}
          {about && <span className="visually-hidden"> {about}</span>}
        </Button>
        {obstacle && (
          <p className="small quiet" id={obstacleId}>
            {obstacle}
          </p>
        )}
      </div>
    )
  return (
    <form
      className="staff-act staff-act--open stack stack--s"
      aria-label={about ? `${label} ${about}` : label}
      ref={form}
      onSubmit={onSubmit}
      noValidate
    >
      <p className="staff-act__title">{label}</p>
      {before && <Notice title={KEPT_NOTICES[before].title}>{KEPT_NOTICES[before].text}</Notice>}
      {trouble && <Notice kind="error">{trouble}</Notice>}
      {stage === 'open' && children?.(wasTried)}
      {stage === 'asked' && <p role="status">{question}</p>}
      <div className="cluster">
        <Button type="submit" isSmall isBusy={isBusy} kind={isDanger ? 'danger' : 'primary'}>
          {stage === 'asked' ? `Yes, ${submit.toLowerCase()}` : submit}
        </Button>
        <Button
          isSmall
          kind="quiet"
          onClick={() => (stage === 'asked' && children ? setStage('open') : close())}
        >
          {stage === 'asked' && children ? 'Change it' : 'Not now'}
        </Button>
      </div>
    </form>
  )
}
