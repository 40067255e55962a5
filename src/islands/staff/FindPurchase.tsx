import { useRef, useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { findPurchase } from '#lib/purchases/staff-calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { goTo } from '#ui/hooks/use-hash.ts'
import { purchaseHash } from './routes.ts'

/** Opens a purchase by its reference, as a customer reads it out or a bank statement shows it. */
export function FindPurchase() {
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
    if (!/^[A-Za-z0-9 -]{1,40}$/.test(reference))
      return say('Please enter the reference: letters and digits')
    setIsBusy(true)
    const answer = await siteCall(findPurchase, { params: { reference } })
    setIsBusy(false)
    if (answer.ok) return goTo(purchaseHash(answer.value.purchaseJourneyId))
    const status = 'status' in answer.failure ? answer.failure.status : null
    say(
      status === 404
        ? 'No purchase has this reference. You can find the customer by name instead.'
        : status === 400
          ? 'This reference has a typo. Please check it with the customer.'
          : failureMessage(answer.failure),
    )
  }

  return (
    <form
      className="stack stack--s staff-find"
      onSubmit={submit}
      role="search"
      aria-label="Purchases"
      noValidate
    >
      <TextField
        ref={field}
        label="Find a purchase"
        hint="Enter the reference the customer gives you, or the one on the bank statement."
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
