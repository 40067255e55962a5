import { modelSlug } from '#lib/catalogue/model-slug.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { CarImage } from '#ui/CarImage.tsx'

interface CarInColourProps {
  quote: Pick<Quote, 'vehicle' | 'request'>
  className: string
  alt: string
  sizes?: string
}

/** The car of a quote in its colour; nothing while no colour is chosen. */
export function CarInColour({ quote: { vehicle, request }, ...image }: CarInColourProps) {
  const { colourCode, kdcd } = request
  return (
    colourCode && (
      <CarImage
        {...image}
        slug={modelSlug(vehicle.modelName)}
        colourCode={colourCode}
        kdcd={kdcd}
      />
    )
  )
}

/** The same on a stage. */
export const CarPicture = ({ quote }: Pick<CarInColourProps, 'quote'>) =>
  quote.request.colourCode && (
    <div className="stage">
      <CarInColour
        quote={quote}
        className="stage__car journey-car"
        alt={`${quote.vehicle.modelName} in ${quote.vehicle.colourName}`}
      />
    </div>
  )
