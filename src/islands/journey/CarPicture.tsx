import { useState } from 'react'
import { carArtPath } from '#lib/art/art-paths.ts'
import type { Quote } from '#lib/contract/shapes/quote.ts'

/** The car in its colour. A picture that cannot be had leaves no gap: the words say everything. */
export function CarPicture({ quote }: { quote: Pick<Quote, 'vehicle' | 'request'> }) {
  const [isMissing, setIsMissing] = useState(false)
  const { modelName, colourName } = quote.vehicle
  const { colourCode } = quote.request
  if (isMissing || !colourCode) return null
  const slug = modelName.toLowerCase().replaceAll(' ', '-')
  return (
    <div className="stage">
      <img
        className="stage__car journey-car"
        src={carArtPath(import.meta.env.BASE_URL, slug, colourCode)}
        alt={`${modelName} in ${colourName}`}
        onError={() => setIsMissing(true)}
      />
    </div>
  )
}
