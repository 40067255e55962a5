import type { ReactNode } from 'react'
import { CancelPurchase, type CancellablePurchase } from './CancelPurchase.tsx'
import { NearestCars, type NearestCarsProps } from './NearestCars.tsx'

interface WhileWaitingProps extends NearestCarsProps {
  purchase: CancellablePurchase
  cancel: Parameters<typeof CancelPurchase>[0]['cancel']
  onCancelled: () => void
  /** The level of its headings. */
  level: 2 | 3
  /** A dealer to call, where known. */
  help?: ReactNode
}

/** The options of a customer on the waiting list: wait, choose another car, or cancel (decision 66). */
export function WhileWaiting({
  purchase,
  cancel,
  onCancelled,
  level,
  help,
  ...nearest
}: WhileWaitingProps) {
  const Heading = `h${level}` as const
  return (
    <div className="stack stack--l waiting">
      <section className="stack stack--s">
        <Heading className="waiting__title">Keep waiting</Heading>
        <p>
          There’s nothing you need to do. We’ll email you as soon as we’ve found your car, and
          nothing is charged until then.
        </p>
        {help}
      </section>
      <section className="stack stack--s">
        <Heading className="waiting__title">Similar cars in stock now</Heading>
        <NearestCars {...nearest} />
      </section>
      <CancelPurchase {...{ purchase, cancel, onCancelled, level }} until={null} />
    </div>
  )
}
