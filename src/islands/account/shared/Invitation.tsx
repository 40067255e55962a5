import { useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { acceptInvitation, getInvitation } from '#lib/people/calls.ts'
import type { Invitation as InvitationShape } from '#lib/people/shapes.ts'
import { PERSON_ROLES } from '#lib/people/rules.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { siteCall } from '#stores/site/api.ts'
import { publicApi } from '#stores/site/public-api.ts'
import { $customer } from '#stores/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { CarThumb } from '#ui/purchase/CarThumb.tsx'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { replaceRoute } from '#ui/hooks/use-hash.ts'
import { useQuery } from '#ui/hooks/use-query.ts'
import { DocumentPage } from '../purchases/DocumentPage.tsx'

/** An invitation to a purchase, to accept with the account of its address. */
export function Invitation({ linkKey }: { linkKey: string }) {
  const asked = useQuery<InvitationShape | null>(`invitation ${linkKey}`, async () => {
    const answer = await publicApi(getInvitation, { params: { key: linkKey } })
    const isGone = !answer.ok && 'status' in answer.failure && answer.failure.status === 404
    return isGone ? { ok: true, value: null } : answer
  })
  return (
    <DocumentPage asked={asked} name="the invitation">
      {(invitation) => (invitation ? <Open {...invitation} linkKey={linkKey} /> : <Ended />)}
    </DocumentPage>
  )
}

const Ended = () => (
  <Notice kind="warning" title="This invitation no longer works">
    It has expired, or the person who sent it has withdrawn it or sent a newer one. Check for a
    newer email, or ask them to invite you again.
  </Notice>
)

function Open({
  linkKey,
  role,
  modelName,
  variantName,
  colourName,
  colourCode,
  kdcd,
  ends,
}: InvitationShape & { linkKey: string }) {
  const email = useIslandStore($customer, null)?.email
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const accept = async () => {
    if (isBusy) return
    setTrouble('')
    setIsBusy(true)
    const answer = await siteCall(acceptInvitation, { params: { key: linkKey } })
    setIsBusy(false)
    if (!answer.ok) return setTrouble(failureMessage(answer.failure))
    replaceRoute(`#/agreements?shared=${encodeURIComponent(answer.value.sharedPurchaseId)}`)
  }
  const vehicle = { kdcd, modelName, variantName, colourName, interiorName: '' }
  return (
    <article className="card account-card">
      <CarThumb quote={{ vehicle, request: { kdcd, colourCode, payOption: 'CASH' } }} />
      <div className="stack stack--s">
        <p className="kicker">{PERSON_ROLES[role].label}</p>
        <h2 className="account-card__title">You’re invited to a purchase</h2>
        <p>
          {variantName} in {colourName}. {WHAT[role]}
        </p>
        <p className="small quiet">
          You won’t see the buyer’s finance answers, and they won’t see yours. The invitation works
          until {formatInstant(ends)}.
        </p>
        {trouble && (
          <Notice kind="error" title="You haven’t joined the purchase">
            {trouble} {email && `You’re signed in as ${email}.`}
          </Notice>
        )}
        <div>
          <Button isBusy={isBusy} onClick={() => void accept()}>
            Accept the invitation
          </Button>
          <StillWorking isBusy={isBusy} text="Accepting the invitation" />
        </div>
      </div>
    </article>
  )
}

const WHAT: Record<InvitationShape['role'], string> = {
  PARTNER: 'You can see the price, follow the delivery, add comments and say whether you agree.',
  JOINT_BUYER:
    'You can see the price, follow the delivery, add comments and sign the agreement as a joint buyer.',
  APPROVER: 'The buyer can confirm it once you’ve approved the car and its price.',
}
