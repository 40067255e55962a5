import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { leaveSharedPurchase } from '#lib/people/calls.ts'
import { PERSON_ROLES } from '#lib/people/rules.ts'
import type { SharedPurchase } from '#lib/people/shapes.ts'
import { siteCall } from '#stores/site/api.ts'
import { addToast } from '#stores/site/toasts.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Ends one's own part, when it has been asked whether to. */
export function Leave({ shared }: { shared: SharedPurchase }) {
  const { sharedPurchaseId: id, canAnswer, role, agreement } = shared
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    // The button that was pressed is gone.
    if (!isFirst.current)
      place.current?.querySelector<HTMLElement>(isAsking ? 'p' : 'button')?.focus()
    isFirst.current = false
  }, [isAsking])
  const leave = async () => {
    if (isBusy) return
    setTrouble('')
    setIsBusy(true)
    const answer = await siteCall(leaveSharedPurchase, { params: { id } })
    setIsBusy(false)
    // Left already: the answer to that was lost.
    const isGone = !answer.ok && 'status' in answer.failure && answer.failure.status === 404
    if (!answer.ok && !isGone) return setTrouble(failureMessage(answer.failure))
    addToast({ kind: 'info', text: 'You’ve left the purchase.' })
    location.hash = '#/agreements'
  }
  if (!isAsking)
    return (
      <div className="no-print" ref={place}>
        <Button kind="quiet" isSmall onClick={() => setIsAsking(true)}>
          Leave this purchase
        </Button>
      </div>
    )
  return (
    <div className="stack stack--s" ref={place}>
      <p tabIndex={-1}>
        You’ll no longer see this purchase or get emails about it. Your comments will stay.
        {canAnswer &&
          PERSON_ROLES[role].holdsConfirmation &&
          ' It can then be confirmed without your approval.'}
        {agreement === 'SIGNED' && ' Your signature stays on the agreement.'}
      </p>
      {trouble && (
        <Notice kind="error" title="You haven’t left the purchase">
          {trouble}
        </Notice>
      )}
      <div className="cluster">
        <Button isSmall isBusy={isBusy} onClick={() => void leave()}>
          Leave the purchase
        </Button>
        <Button kind="quiet" isSmall onClick={() => setIsAsking(false)}>
          Stay
        </Button>
      </div>
    </div>
  )
}
