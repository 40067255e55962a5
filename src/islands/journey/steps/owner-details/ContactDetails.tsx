import { useState, type SubmitEvent } from 'react'
import { failureMessage, type ApiFailure } from '#lib/api/failure.ts'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import { createCustomer } from '#lib/customers/calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { solveAhead, solveCaptcha } from '#stores/sign-in/captcha.ts'
import { paths } from '#stores/site/paths.ts'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { Notice } from '#ui/Notice.tsx'
import { refusedFields } from '#lib/shared/faults.ts'
import { useJourneyPage } from '../../journey-page.ts'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { ContactFields } from './ContactFields.tsx'
import { CONTACT_FIELDS, checkContact, type ContactDetails as Details } from './owner-form.ts'
import { useDetails } from './use-details.ts'

/** The details that the last code was sent for. Coming back without a change sends no second code. */
let lastSent: string | null = null

/** The buyer's contact details. Leads to the code screen, whether the address has an account or not. */
export function ContactDetails() {
  const { journey, href, goOn } = useJourneyPage()
  const { form, typed, change, faultAt, show } = useDetails()
  const [marketingConsent, setMarketingConsent] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [trouble, setTrouble] = useState('')
  const isSaved = journey.id !== NEW_JOURNEY_ID

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    const checked = checkContact(typed)
    if (!checked.ok) return show(checked.faults)
    setTrouble('')
    setIsSending(true)
    const sending = JSON.stringify(checked.value)
    const failure =
      isSaved || lastSent === sending ? null : await createAccount(checked.value, marketingConsent)
    if (!failure) {
      lastSent = sending
      await goOn()
    }
    setIsSending(false)
    if (!failure) return
    const faults = refusedFields(failure, CONTACT_FIELDS, /^name\./)
    if (faults) show(faults)
    else setTrouble(failureMessage(failure))
  }

  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <StepHeading title="Contact details">
        {isSaved ? (
          'Tell us who’s buying this car and how to reach you.'
        ) : (
          <>
            Who is buying this car? Been here before?{' '}
            <a href={href('owner-details/sign-in')}>Sign in</a>
          </>
        )}
      </StepHeading>
      <ContactFields
        typed={typed}
        change={(path, part) => {
          change(path, part)
          if (!isSaved) void solveAhead()
        }}
        faultAt={faultAt}
        isEmailFixed={isSaved}
      />
      {!isSaved && (
        <Checkbox checked={marketingConsent} onChange={setMarketingConsent}>
          Send me news and offers by email. You can unsubscribe at any time.
        </Checkbox>
      )}
      <p className="fine-print">
        We use these details for your quote and this purchase, and share them with the dealer you
        choose. You can see and correct them at any time. <a href={paths.privacy}>Privacy</a>
      </p>
      {trouble && (
        <Notice kind="error" title="We couldn’t send your details">
          {`${trouble} We’ve kept what you entered.`}
        </Notice>
      )}
      <StepActions isSending={isSending} />
    </form>
  )
}

/** Sends a code to the address, without revealing whether it has an account. */
async function createAccount(
  { firstName, lastName, ...contact }: Details,
  marketingConsent: boolean,
): Promise<ApiFailure | null> {
  const { dateOfBirth: _born, ...details } = contact
  const captcha = await solveCaptcha()
  if (!captcha.ok) return captcha.failure
  const created = await siteCall(createCustomer, {
    body: { ...details, name: { firstName, lastName }, marketingConsent },
    captchaToken: captcha.value,
  })
  return created.ok ? null : created.failure
}
