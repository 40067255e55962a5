import { useRef, useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { findTransfer } from '#lib/contract/staff-purchases.ts'
import { siteCall } from '#stores/api.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { goTo } from '#ui/use-hash.ts'
import { purchaseHash } from './routes.ts'

/** From the reference of a transfer to the purchase it is for, where its receipt is recorded. */
export function FindTransfer() {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    const reference = typed.trim()
    const say = (words: string) => {
      setError(words)
      field.current?.focus()
    }
    if (!/^[A-Za-z0-9 ]{1,40}$/.test(reference))
      return say('Please enter the reference: letters and digits')
    setIsBusy(true)
    const answer = await siteCall(findTransfer, { params: { reference } })
    setIsBusy(false)
    if (answer.ok) return goTo(purchaseHash(answer.value.purchaseJourneyId))
    const isNobodys = 'status' in answer.failure && answer.failure.status === 404
    say(isNobodys ? 'No purchase has this reference' : failureMessage(answer.failure))
  }

  return (
    <form className="stack stack--s staff-transfer" onSubmit={submit} role="search" noValidate>
      <TextField
        ref={field}
        label="Reference of a transfer"
        hint="As on the bank’s statement. It leads to the purchase, where the receipt is recorded."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={typed}
        error={error}
        onChange={(reference) => {
          setTyped(reference)
          setError('')
        }}
      />
      <div>
        <Button type="submit" isSmall isBusy={isBusy}>
          Find the purchase
        </Button>
      </div>
    </form>
  )
}
