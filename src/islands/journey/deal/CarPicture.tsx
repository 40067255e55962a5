import { modelSlug } from '#lib/catalogue/model-slug.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { CarImage } from '#ui/CarImage.tsx'

/** The car of a quote in its colour, on a stage. */
export function CarPicture({ quote }: { quote: Pick<Quote, 'vehicle' | 'request'> }) {
  const { modelName, colourName } = quote.vehicle
  const { colourCode, kdcd } = quote.request
  if (!colourCode) return null
  return (
    <div className="stage">
      <CarImage
        className="stage__car journey-car"
        slug={modelSlug(modelName)}
        colourCode={colourCode}
        kdcd={kdcd}
        alt={`${modelName} in ${colourName}`}
      />
    </div>
  )
}
