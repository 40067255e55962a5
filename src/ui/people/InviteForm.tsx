import { useState, type SubmitEvent } from 'react'
import { failureMessage, fieldMessages, type Result } from '#lib/api/failure.ts'
import { NewPerson, type PersonRole } from '#lib/people/forms.ts'
import { PERSON_ROLES } from '#lib/people/rules.ts'
import { check } from '#lib/shared/check.ts'
import { Button } from '../Button.tsx'
import { RadioCards } from '../fields/RadioCards.tsx'
import { TextField } from '../fields/TextField.tsx'
import { useFaults } from '../fields/use-faults.ts'
import { StillWorking } from '../Loading.tsx'
import { Notice } from '../Notice.tsx'

const ROLES = Object.entries(PERSON_ROLES).map(([value, { label, does }]) => ({
  value: value as PersonRole,
  title: label,
  text: does,
}))

/** Invites a person by name, email and role. */
export function InviteForm({
  send,
  cancel,
}: {
  send: (person: NewPerson) => Promise<Result<unknown>>
  cancel: () => void
}) {
  const [role, setRole] = useState<PersonRole>('PARTNER')
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const { form, faultAt, show, forget, clear } = useFaults()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    const checked = check(NewPerson, { name, email, role })
    if (!checked.ok) return show(checked.faults)
    clear()
    setTrouble('')
    setIsBusy(true)
    const answer = await send(checked.value)
    setIsBusy(false)
    if (answer.ok) return
    const messages = fieldMessages(answer.failure)
    if (Object.keys(messages).length > 0) show(messages)
    else setTrouble(failureMessage(answer.failure))
  }
  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <RadioCards legend="Who are they?" choices={ROLES} value={role} onChange={setRole} />
      <TextField
        label="Their name"
        autoComplete="off"
        maxLength={80}
        required
        value={name}
        error={faultAt('name', 'Their name')}
        onChange={(typed) => {
          setName(typed)
          forget('name')
        }}
      />
      <TextField
        label="Their email address"
        hint="They sign in with this address. Our email mentions the car but not your name."
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        required
        value={email}
        error={faultAt('email', 'Their email address')}
        onChange={(typed) => {
          setEmail(typed)
          forget('email')
        }}
      />
      {trouble && (
        <Notice kind="error" title="We couldn’t send the invitation">
          {trouble}
        </Notice>
      )}
      <div className="cluster">
        <Button type="submit" isBusy={isBusy}>
          Send the invitation
        </Button>
        <Button kind="quiet" onClick={cancel}>
          Not now
        </Button>
      </div>
      <StillWorking isBusy={isBusy} text="Sending the invitation" />
    </form>
  )
}
