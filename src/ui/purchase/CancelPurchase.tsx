import { useEffect, useRef, useState } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import type { JourneySummary } from '#lib/purchases/shapes.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { isToBeBuilt } from '#lib/purchases/held-car.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { isReservation } from '#lib/payments/pay-options.ts'
import type { z } from '#lib/shared/zod.ts'
import { Button } from '../Button.tsx'
import { Notice } from '../Notice.tsx'
import { useOpenForm } from '#ui/hooks/use-opener.ts'
import './waiting.css'

export type CancellablePurchase = Pick<
  z.output<typeof JourneySummary>,
  'status' | 'quote' | 'metadata' | 'paymentMetadata'
>

interface CancelPurchaseProps {
  purchase: CancellablePurchase
  until: string | null
  cancel: () => Promise<Result<unknown>>
  /** Shows the cancelled purchase. */
  onCancelled: () => void
  level?: 2 | 3
}

/** Cancels a purchase or a reservation after a question. */
export function CancelPurchase(props: CancelPurchaseProps) {
  const { purchase, until, level = 3 } = props
  const { isOpen, opener, open, close } = useOpenForm()
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const question = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isOpen) question.current?.focus()
  }, [isOpen])
  const { paidCents } = purchase.paymentMetadata
  const isWaiting = purchase.status.purchaseJourneyStatusCode === 'NOCARAVAIL'
  const what = isReservation(purchase.quote.payOption) ? 'reservation' : 'purchase'
  const cancel = async () => {
    setTrouble('')
    setIsBusy(true)
    const answer = await props.cancel()
    setIsBusy(false)
    if (!answer.ok) return setTrouble(failureMessage(answer.failure))
    props.onCancelled()
  }
  const Heading = `h${level}` as const
  return (
    <section className="stack stack--s">
      <Heading className="waiting__title" ref={question} tabIndex={-1}>
        {isOpen ? `Cancel this ${what}?` : 'Changed your mind?'}
      </Heading>
      <p>
        {isOpen
          ? isWaiting
            ? 'You’ll lose your place on the waiting list. This can’t be undone.'
            : `${isToBeBuilt(purchase.metadata.deliveryStatus) ? 'Your build slot' : 'Your car'} will go to another customer. This can’t be undone.`
          : until
            ? `You can cancel this ${what} until ${formatInstant(until)}.`
            : `You can cancel this ${what} at any time${isWaiting ? ' while we look for your car' : ''}.`}{' '}
        {paidCents > 0 && `We’ll refund your ${formatMoney(paidCents)}.`}
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
