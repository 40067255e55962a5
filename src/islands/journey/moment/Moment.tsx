import type { ReactNode } from 'react'
import { modelSlug } from '#lib/catalogue/model-slug.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { CarScene } from '#ui/purchase/CarScene.tsx'
import { useJourneyPage } from '../journey-page.ts'

interface MomentProps {
  title: string
  /** Large, below the title: the day. */
  day?: ReactNode
  children: ReactNode
}

/** The car in its colour, large in its model's landscape, with a few words; below it what follows. */
export function Moment({ title, day, children }: MomentProps) {
  const { journey, scenes } = useJourneyPage()
  const { vehicle, request } = journey.currentQuote
  return (
    <div className="moment">
      <CarScene car={{ ...vehicle, ...request }} backdrop={scenes[modelSlug(vehicle.modelName)]}>
        <AreaHeading title={title} />
        {day && <p className="moment__day">{day}</p>}
      </CarScene>
      <div className="moment__rest stack">{children}</div>
    </div>
  )
}

/** The facts of a purchase, folded away. */
export const PurchaseDetails = ({
  isOpen = false,
  children,
}: {
  /** Something in it is to be done. */
  isOpen?: boolean
  children: ReactNode
}) => (
  <details className="disclosure moment__details" open={isOpen}>
    <summary>Purchase details</summary>
    <div className="stack stack--l">{children}</div>
  </details>
)
