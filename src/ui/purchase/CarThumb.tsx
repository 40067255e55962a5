import { modelSlug } from '#lib/catalogue/model-slug.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { CarImage } from '../CarImage.tsx'

/** A decorative picture of the car of a quote. */
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
      slug={modelSlug(quote.vehicle.modelName)}
      colourCode={colourCode}
      kdcd={kdcd}
      alt=""
    />
  )
}
