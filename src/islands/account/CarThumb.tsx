import type { Quote } from '#lib/contract/shapes/quote.ts'
import { CarImage } from '#ui/CarImage.tsx'

/** The car of a quote in its colour: the words beside it say everything. */
export function CarThumb({ quote }: { quote: Pick<Quote, 'vehicle' | 'request'> }) {
  const { colourCode, kdcd } = quote.request
  if (!colourCode) return null
  return (
    <CarImage
      className="account-card__picture"
      slug={quote.vehicle.modelName.toLowerCase().replaceAll(' ', '-')}
      colourCode={colourCode}
      kdcd={kdcd}
      alt=""
    />
  )
}
