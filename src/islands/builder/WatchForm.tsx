import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { watchConfiguration } from '#lib/stock/watch-calls.ts'
import { NewWatch } from '#lib/stock/forms.ts'
import { EMAIL_MESSAGE, isEmail } from '#lib/shared/email.ts'
import { check } from '#lib/shared/check.ts'
import { refusedFields } from '#lib/shared/faults.ts'
import { siteCall } from '#stores/site/api.ts'
import { solvePuzzle } from '#stores/sign-in/puzzle.ts'
import { $quoteDraft } from '#stores/quote/quote.ts'
import { $customer, $user } from '#stores/session/session.ts'
import { $config } from '#stores/site/site-config.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { DemoMailNote } from '#ui/DemoMailNote.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'
import { loadConfig } from './quote-calls.ts'

interface Sent {
  configuration: string
  email: string
  needsConfirmation: boolean
}

/**
 * Subscribes an email address to price and stock changes of the chosen car.
 *
 * @param props.configuration The chosen car as a key: another car shows the form again.
 */
export function WatchForm({ configuration }: { configuration: string }) {
  const customer = useIslandStore($customer, null)
  const config = useIslandStore($config, null)
  const [lastId, setLastId] = useState(customer?.id)
  const [typed, setTyped] = useState<string | null>(null)
  const [sent, setSent] = useState<Sent | null>(null)
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { form, faultAt, show, forget, clear } = useFaults()
  const heading = useRef<HTMLHeadingElement>(null)
  const isSending = useRef(false)

  if (customer?.id !== lastId) {
    setLastId(customer?.id)
    // Signing out clears the customer’s data.
    if (lastId !== undefined) {
      setTyped(null)
      setSent(null)
    }
  }
  useEffect(() => void loadConfig(), [])
  useEffect(() => heading.current?.focus(), [sent])

  const email = typed ?? customer?.email ?? ''
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const { request } = $quoteDraft.get()
    if (isSending.current || !request) return
    const { kdcd, colourCode, interiorCode, accessoryCodes, servicePlanCode } = request
    const car = { kdcd, colourCode, interiorCode, accessoryCodes, servicePlanCode }
    const checked = check(NewWatch, { email, ...car })
    if (!checked.ok) return show(checked.faults)
    clear()
    setTrouble('')
    setIsBusy((isSending.current = true))
    const captcha = $user.get() ? null : await solvePuzzle()
    const answer =
      captcha?.ok === false
        ? captcha
        : await siteCall(watchConfiguration, {
            body: checked.value,
            ...(captcha && { captchaToken: captcha.value }),
          })
    setIsBusy((isSending.current = false))
    if (answer.ok) return setSent({ configuration, email: checked.value.email, ...answer.value })
    const refused = refusedFields(answer.failure, ['email'])
    if (refused) show(refused)
    else setTrouble(failureMessage(answer.failure))
  }

  if (sent?.configuration === configuration)
    return (
      <section className="card stack stack--s builder__watch">
        <h3 ref={heading} tabIndex={-1}>
          {sent.needsConfirmation ? 'Check your email' : 'You’re watching this car'}
        </h3>
        {sent.needsConfirmation ? (
          <p>
            We’ve sent a link to <strong>{sent.email}</strong>. Open it within two days to confirm.
            We won’t email you about this car until you do, and we only send a few links a day to
            any one address.
          </p>
        ) : (
          <p>
            We’ll email <strong>{sent.email}</strong> when its price changes or it comes into stock.
          </p>
        )}
        <DemoMailNote isDemo={config?.demo} href={paths.demoMail} what="email" />
      </section>
    )
  return (
    <form className="card stack stack--s builder__watch" ref={form} onSubmit={submit} noValidate>
      <h3>Tell me when the price changes or this car comes into stock</h3>
      <TextField
        label="Email address"
        required
        type="email"
        autoComplete="email"
        maxLength={254}
        value={email}
        error={faultAt('email', 'Email address') && EMAIL_MESSAGE}
        pattern={isEmail}
        patternMessage={EMAIL_MESSAGE}
        onChange={(text) => {
          setTyped(text)
          forget('email')
        }}
      />
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div>
        <Button type="submit" isBusy={isBusy}>
          Tell me
        </Button>
      </div>
      <StillWorking isBusy={isBusy} text="Saving your request" />
      <p className="fine-print">
        We’ll watch the car as you’ve built it now, and send at most one email a day, for 12 months
        or until you unsubscribe. Every email has a link to unsubscribe. See{' '}
        <a href={paths.privacy}>Privacy</a>.
      </p>
    </form>
  )
}
