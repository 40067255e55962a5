import { useState } from 'react'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { isComing, type Purchase } from './purchase-card.ts'

const loadOpened = async () => (await import('./OpenedPurchase.tsx')).OpenedPurchase

/** The details of a confirmed purchase, loaded when they are opened. */
export function PurchaseDetails({
  purchase,
  isOpenAtFirst: isForOpening,
  onChanged,
}: {
  purchase: Purchase
  /** On a phone the details stay closed: they are several screens, ahead of the next purchase. */
  isOpenAtFirst: boolean
  onChanged: () => void
}) {
  const [isOpenAtFirst] = useState(() => isForOpening && matchMedia('(width >= 720px)').matches)
  const [isOpened, setIsOpened] = useState(isOpenAtFirst)
  return (
    <details
      className="disclosure purchase-details"
      open={isOpenAtFirst}
      onToggle={(event) => event.currentTarget.open && setIsOpened(true)}
    >
      <summary>
        <span>
          {isComing(purchase)
            ? 'Delivery, payments and documents'
            : purchase.status.purchaseJourneyStatusCode === 'NOCARAVAIL'
              ? 'Your options while you wait, and documents'
              : 'Payments and documents'}
          <span className="visually-hidden"> of {purchase.quote.vehicle.variantName}</span>
        </span>
      </summary>
      <div>
        {isOpened && (
          <LazyComponent
            load={loadOpened}
            text="Loading the details"
            props={{ purchase, onChanged }}
          />
        )}
      </div>
    </details>
  )
}
