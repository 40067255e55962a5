import { useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { getSharedAgreement, signSharedAgreement } from '#lib/people/calls.ts'
import type { SharedPurchase } from '#lib/people/shapes.ts'
import type { Agreement } from '#lib/purchases/agreement-shapes.ts'
import { AgreementAnswer } from '#lib/purchases/forms.ts'
import { SALE_AGREEMENT } from '#lib/purchases/sale-agreement.ts'
import { check } from '#lib/shared/check.ts'
import { siteCall } from '#stores/site/api.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'
import { AgreementText } from '../purchases/AgreementText.tsx'

interface SharedAgreementProps {
  id: string
  /** Whether it waits for their signature. */
  standing: NonNullable<SharedPurchase['agreement']>
  onSigned: () => void
}

/** The agreement of a shared purchase, for a joint buyer to read and sign. */
export function SharedAgreement({ id, standing, onSigned }: SharedAgreementProps) {
  const asked = useQuery(`shared agreement ${id} ${standing}`, () =>
    siteCall(getSharedAgreement, { params: { id } }),
  )
  return (
    <WhenLoaded asked={asked} name="the agreement">
      {(agreement, refetch) => (
        <div className="stack">
          <AgreementText agreement={agreement} />
          {standing === 'SIGNED' && (
            <Notice kind="success" title="You have signed this agreement">
              The buyer’s copy names you as a joint buyer.
            </Notice>
          )}
          {standing === 'TO_SIGN' && (
            <Sign
              key={agreement.agreementId}
              {...{ id, agreement }}
              onChanged={(isSigned) => (isSigned ? onSigned() : refetch())}
            />
          )}
        </div>
      )}
    </WhenLoaded>
  )
}

function Sign({
  id,
  agreement: { agreementId },
  onChanged,
}: {
  id: string
  agreement: Agreement
  onChanged: (isSigned: boolean) => void
}) {
  const [isAccepted, setIsAccepted] = useState(false)
  const [name, setName] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const { form, faultAt, show, forget, clear } = useFaults()
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
    const answer = await siteCall(signSharedAgreement, { params: { id }, body: checked.value })
    setIsBusy(false)
    if (!answer.ok) setTrouble(failureMessage(answer.failure))
    const isReplaced = !answer.ok && 'status' in answer.failure && answer.failure.status === 409
    if (answer.ok || isReplaced) onChanged(answer.ok)
  }
  return (
    <form className="card form no-print" ref={form} onSubmit={submit} noValidate>
      <h3 className="purchase-details__title">Sign as a joint buyer</h3>
      <p>
        You’re signing for yourself only. The buyer accepts the agreement separately. Not sure about
        something? Call the dealer first.
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
        <Notice kind="error" title="We couldn’t record your signature">
          {trouble}
        </Notice>
      )}
      <div>
        <Button type="submit" isBusy={isBusy}>
          Sign the agreement
        </Button>
        <StillWorking isBusy={isBusy} text="Sending your signature" />
      </div>
    </form>
  )
}
