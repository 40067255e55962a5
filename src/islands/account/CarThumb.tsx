import { useState } from 'react'
import { carArtPath } from '#lib/art/art-paths.ts'
import type { Quote } from '#lib/contract/shapes/quote.ts'

/** The car of a quote in its colour. A picture that cannot be had leaves no gap: the words say everything. */
export function CarThumb({ quote }: { quote: Pick<Quote, 'vehicle' | 'request'> }) {
  const [isMissing, setIsMissing] = useState(false)
  const { colourCode } = quote.request
  if (isMissing || !colourCode) return null
  const slug = quote.vehicle.modelName.toLowerCase().replaceAll(' ', '-')
  return (
    <img
      className="account-card__picture"
      src={carArtPath(import.meta.env.BASE_URL, slug, colourCode)}
      alt=""
      onError={() => setIsMissing(true)}
    />
  )
}
