import { useEffect, useState, type ReactNode, type SubmitEvent } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { refusedFields, type Faults } from '#lib/shared/faults.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'

/** A form that sends one call: its fields, their errors, and buttons to send and to cancel. */
export function CallForm<T>({
  fields,
  faults,
  button,
  isDanger = false,
  cancel = 'Cancel',
  sending = 'Sending your details',
  below,
  send,
  onDone,
  onRefused,
  onClose,
  children,
}: {
  /** The names of the fields in the call. */
  fields: readonly string[]
  /** Checks the fields before anything is sent. */
  faults: () => Faults
  button: string
  isDanger?: boolean
  cancel?: string
  /** Announced while the call takes long. */
  sending?: string
  /** Shown below the buttons. */
  below?: ReactNode
  send: () => Promise<Result<T>>
  onDone: (value: T) => void
  /** Handles faults of the fields itself if it returns true. */
  onRefused?: (faults: Faults) => Promise<boolean>
  onClose: () => void
  children: (at: Pick<ReturnType<typeof useFaults>, 'faultAt' | 'forget'>) => ReactNode
}) {
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { form, faultAt, show, forget, clear } = useFaults()
  useEffect(
    () => form.current?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus(),
    [form],
  )

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setTrouble('')
    const found = faults()
    if (Object.keys(found).length > 0) return show(found)
    clear()
    setIsBusy(true)
    const answer = await send()
    if (answer.ok) return onDone(answer.value)
    const refused = refusedFields(answer.failure, fields)
    const isHandled = refused !== null && (await onRefused?.(refused))
    setIsBusy(false)
    if (isHandled) return
    if (refused) show(refused)
    else setTrouble(failureMessage(answer.failure))
  }

  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      {children({ faultAt, forget })}
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div className="cluster">
        <Button type="submit" kind={isDanger ? 'danger' : 'primary'} isBusy={isBusy}>
          {button}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {cancel}
        </Button>
      </div>
      {below && <div>{below}</div>}
      <StillWorking isBusy={isBusy} text={sending} />
    </form>
  )
}
