import { useState, type ImgHTMLAttributes } from 'react'
import { carArtPath, trimArtPath, type View } from '#lib/art/art-paths.ts'

interface CarImageProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> {
  slug: string
  colourCode: string
  /** The option whose wheels it has. */
  kdcd: string
  view?: View
}

/** A car in its colour, and its wheels over it. A picture that cannot be had leaves no gap. */
export function CarImage({ slug, colourCode, kdcd, view, alt, ...rest }: CarImageProps) {
  const [missing, setMissing] = useState('')
  const base = import.meta.env.BASE_URL
  const car = carArtPath(base, slug, colourCode, view)
  const trim = trimArtPath(base, kdcd, view)
  if (missing === car) return null
  return (
    <span className="car-layers">
      <img {...rest} src={car} alt={alt} onError={() => setMissing(car)} />
      {missing !== trim && <img {...rest} src={trim} alt="" onError={() => setMissing(trim)} />}
    </span>
  )
}
