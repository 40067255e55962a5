import type { Quote } from '#lib/quotes/shapes.ts'
import { CarImage } from '../CarImage.tsx'

/** The car of a quote in its colour: the words beside it say everything. */
export function CarThumb({
  quote,
  className = 'account-card__picture',
}: {
  quote: Pick<Quote, 'vehicle' | 'request'>
  className?: string
}) {
  const { colourCode, kdcd } = quote.request
  if (!colourCode) return null
  return (
    <CarImage
      className={className}
      slug={quote.vehicle.modelName.toLowerCase().replaceAll(' ', '-')}
      colourCode={colourCode}
      kdcd={kdcd}
      alt=""
    />
  )
}
