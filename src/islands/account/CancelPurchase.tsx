import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { cancelPurchase } from '#lib/contract/purchase-journeys.ts'
import { formatInstant } from '#lib/domain/instants.ts'
import { isToBeBuilt } from '#lib/domain/kept-car.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { isReservation } from '#lib/domain/pay-options.ts'
import { siteCall } from '#stores/api.ts'
import { addToast } from '#stores/toasts.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useOpenForm } from './profile/Setting.tsx'
import type { Purchase } from './purchase-card.ts'

/** Cancels a purchase or a reservation, once it is asked. */
export function CancelPurchase({
  purchase,
  until,
  onChanged,
}: {
  purchase: Purchase
  until: string | null
  onChanged: () => void
}) {
  const { isOpen, opener, open, close } = useOpenForm()
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const question = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isOpen) question.current?.focus()
  }, [isOpen])
  const { paidCents } = purchase.paymentMetadata
  const what = isReservation(purchase.quote.payOption) ? 'reservation' : 'purchase'
  const cancel = async () => {
    setTrouble('')
    setIsBusy(true)
    const answer = await siteCall(cancelPurchase, { params: { id: purchase.purchaseJourneyId } })
    setIsBusy(false)
    if (!answer.ok) return setTrouble(failureMessage(answer.failure))
    addToast({ kind: 'info', text: `The ${what} is cancelled.` })
    onChanged()
  }
  return (
    <section className="stack stack--s">
      <h3 className="purchase-details__title" ref={question} tabIndex={-1}>
        {isOpen ? `Cancel this ${what}?` : 'Changed your mind?'}
      </h3>
      <p>
        {isOpen
          ? purchase.status.purchaseJourneyStatusCode === 'NOCARAVAIL'
            ? 'You give up your place for the car then, and it cannot be undone.'
            : `${isToBeBuilt(purchase.metadata.deliveryStatus) ? 'The place to build the car' : 'The car'} is free for somebody else then, and it cannot be undone.`
          : until
            ? `You can cancel this ${what} until ${formatInstant(until)}.`
            : `You can cancel this ${what}.`}{' '}
        {paidCents > 0 && `What you have paid, ${formatMoney(paidCents)}, goes back to you.`}
      </p>
      {trouble && <Notice kind="error">{trouble}</Notice>}
      {isOpen ? (
        <div className="cluster">
          <Button isSmall kind="danger" isBusy={isBusy} onClick={() => void cancel()}>
            Yes, cancel it
          </Button>
          <Button isSmall kind="quiet" onClick={close}>
            Keep the {what}
          </Button>
        </div>
      ) : (
        <div>
          <Button kind="quiet" isSmall ref={opener} onClick={open}>
            Cancel {what}
            <span className="visually-hidden"> of {purchase.quote.vehicle.variantName}</span>
          </Button>
        </div>
      )}
    </section>
  )
}
