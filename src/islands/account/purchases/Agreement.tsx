import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { check } from '#lib/shared/check.ts'
import { getPurchaseRecord } from '#lib/purchases/calls.ts'
import { acceptAgreement, getAgreement } from '#lib/purchases/agreement-calls.ts'
import { AgreementAnswer } from '#lib/purchases/forms.ts'
import type { Agreement as AgreementShape } from '#lib/purchases/agreement-shapes.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { SALE_AGREEMENT } from '#lib/purchases/sale-agreement.ts'
import { siteCall } from '#stores/site/api.ts'
import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $session } from '#stores/session/session.ts'
import { sendSigningLink } from '#stores/journey/signing-link.ts'
import { addToast } from '#stores/site/toasts.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { useFaults } from '#ui/fields/use-faults.ts'
import { AgreementText } from './AgreementText.tsx'
import { DocumentPage } from './DocumentPage.tsx'
import { AgreementDocument } from './documents.tsx'

/** The agreement of a purchase, to read, accept and save. */
export function Agreement({ id }: { id: string }) {
  const asked = useQuery(`agreement ${id}`, () => siteCall(getAgreement, { params: { id } }))
  return (
    <DocumentPage asked={asked} name="the agreement">
      {(agreement, refetch) => <Paper agreement={agreement} onChanged={refetch} />}
    </DocumentPage>
  )
}

function Paper({ agreement, onChanged }: { agreement: AgreementShape; onChanged: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { agreementId, acceptance, purchaseJourneyId } = agreement
  // The heading takes the focus whenever the agreement is opened, accepted or replaced.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const [isReplaced, setIsReplaced] = useState(false)
  const first = useRef(agreementId)
  useEffect(() => {
    if (first.current === agreementId) return
    first.current = agreementId
    setIsReplaced(true)
    heading.current?.focus()
  }, [agreementId])
  const isAccepted = acceptance !== null
  const wasAccepted = useRef(isAccepted)
  useEffect(() => {
    // The form with the focus is gone.
    if (isAccepted && !wasAccepted.current) heading.current?.focus()
    wasAccepted.current = isAccepted
  }, [isAccepted])
  return (
    <>
      {isReplaced && !acceptance && (
        <Notice kind="warning" title="The agreement has changed">
          We issued a new agreement while you were reading. You haven’t accepted anything yet.
          Please read it before you accept.
        </Notice>
      )}
      {acceptance && (
        <Notice kind="success" title="You have accepted this agreement">
          {`Accepted on ${formatInstant(acceptance.acceptedAt)}${acceptance.name ? ` as ${acceptance.name}` : ', on paper'}. We’ve emailed you a copy.`}
        </Notice>
      )}
      <AgreementText
        agreement={agreement}
        heading={heading}
        save={<AgreementDocument id={purchaseJourneyId} label="Save as PDF" />}
      />
      {!acceptance && <Accept key={agreementId} agreement={agreement} onChanged={onChanged} />}
    </>
  )
}

function Accept({
  agreement: { agreementId, purchaseJourneyId: id },
  onChanged,
}: {
  agreement: AgreementShape
  onChanged: () => void
}) {
  const isActing = useIslandStore($session, SIGNED_OUT).actingFor !== null
  const [isAccepted, setIsAccepted] = useState(false)
  const [name, setName] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const { form, faultAt, show, forget, clear } = useFaults()
  if (isActing)
    return (
      <Notice title="Only the customer can accept">
        <p>
          They need to sign in to their account and accept it themselves. You can email them a link.
          If they’ve signed on paper, record it on the purchase’s page in the staff area.
        </p>
        <SigningLink id={id} />
      </Notice>
    )

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    const checked = check(AgreementAnswer, {
      agreementId,
      ...(isAccepted && { isAccepted }),
      name,
    })
    if (!checked.ok) return show(checked.faults)
    clear()
    setTrouble('')
    setIsBusy(true)
    const answer = await siteCall(acceptAgreement, { params: { id }, body: checked.value })
    setIsBusy(false)
    if (answer.ok) addToast({ kind: 'info', text: 'You have accepted the agreement.' })
    else setTrouble(failureMessage(answer.failure))
    const status = !answer.ok && 'status' in answer.failure ? answer.failure.status : 0
    // Accepted or replaced: load it again.
    if (answer.ok || status === 409) onChanged()
  }

  return (
    <form className="card form no-print" ref={form} onSubmit={submit} noValidate>
      <h2 className="purchase-details__title">Accept this agreement</h2>
      <p>
        Once you accept, it’s binding on you and us. <CancellableUntil id={id} />
        Not sure about something? Call your dealer first.
      </p>
      <Checkbox
        checked={isAccepted}
        required
        error={faultAt('isAccepted', 'This')}
        onChange={(ticked) => {
          setIsAccepted(ticked)
          forget('isAccepted')
        }}
      >
        {SALE_AGREEMENT.consent}
      </Checkbox>
      <TextField
        label="Full name"
        hint="Typing your name here is your signature."
        autoComplete="name"
        maxLength={121}
        required
        value={name}
        error={faultAt('name', 'Full name')}
        onChange={(typed) => {
          setName(typed)
          forget('name')
        }}
      />
      {trouble && (
        <Notice kind="error" title="We couldn’t record your acceptance">
          {trouble}
        </Notice>
      )}
      <div>
        <Button type="submit" isBusy={isBusy}>
          Accept the agreement
        </Button>
        <StillWorking isBusy={isBusy} text="Sending your acceptance" />
      </div>
    </form>
  )
}

/** How long the purchase can still be cancelled; nothing when it cannot, or when that is unknown. */
function CancellableUntil({ id }: { id: string }) {
  const asked = useQuery(`cancellation ${id}`, () =>
    siteCall(getPurchaseRecord, { params: { id } }),
  )
  if (asked.state !== 'ready' || !asked.value.cancellation.isOpen) return null
  const { until } = asked.value.cancellation
  return <>You can still cancel{until && ` until ${formatInstant(until)}`}. </>
}

/** For staff acting for a customer: emails the customer a link to sign. */
function SigningLink({ id }: { id: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const send = async () => {
    setIsBusy(true)
    await sendSigningLink(id, 'AGREEMENT')
    setIsBusy(false)
  }
  return (
    <div>
      <Button kind="quiet" isSmall isBusy={isBusy} onClick={() => void send()}>
        Email the customer a link to sign
      </Button>
    </div>
  )
}
