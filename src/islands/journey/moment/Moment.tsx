import type { ReactNode } from 'react'
import { modelSlug } from '#lib/catalogue/model-slug.ts'
import { backdropPath } from '#lib/art/art-paths.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { CarInColour } from '#islands/journey/deal/CarPicture.tsx'
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
  const { vehicle } = journey.currentQuote
  const backdrop = scenes[modelSlug(vehicle.modelName)]
  return (
    <div className="moment">
      <header className="moment__hero on-dark">
        <div className="moment__scene" data-light={backdrop}>
          {backdrop && (
            <img
              className="moment__land"
              src={backdropPath(import.meta.env.BASE_URL, backdrop)}
              alt=""
              width="1600"
              height="800"
            />
          )}
          <CarInColour
            quote={journey.currentQuote}
            className="moment__car"
            alt={`${vehicle.modelName} in ${vehicle.colourName}`}
            sizes="(width >= 720px) 60vw, 100vw"
          />
          <div className="scene-shade" />
        </div>
        <div className="moment__words">
          <AreaHeading title={title} />
          {day && <p className="moment__day">{day}</p>}
        </div>
      </header>
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
