import { useState, type ImgHTMLAttributes } from 'react'
import { carArtPath, trimArtPath, type View } from '#lib/art/art-paths.ts'
import { carPhotograph } from '#lib/pictures/car-photograph.ts'
import { Photo } from './Photo.tsx'

interface CarImageProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> {
  slug: string
  colourCode: string
  /** The option whose wheels are drawn. */
  kdcd: string
  view?: View
}

/**
 * A car as a photograph, or drawn in its colour with its wheels on top. In another colour it stays as it was until that
 * has loaded, as browsers do where an element stays. A picture that fails to load leaves no gap.
 */
export function CarImage(props: CarImageProps) {
  const { slug, colourCode, kdcd, view, alt, sizes = '20rem', ...rest } = props
  const [missing, setMissing] = useState<readonly string[]>([])
  const base = import.meta.env.BASE_URL
  const car = carArtPath(base, slug, colourCode, view)
  const trim = trimArtPath(base, kdcd, view)
  const miss = (path: string) => () => setMissing((known) => [...known, path])
  const photograph = import.meta.env.HAS_PHOTOGRAPHS && carPhotograph(slug, colourCode, kdcd)
  if (missing.includes(photograph ? photograph.path : car)) return null
  if (photograph)
    return (
      <span className="car-layers">
        <Photo
          {...rest}
          photograph={photograph}
          alt={alt ?? ''}
          sizes={sizes}
          onError={miss(photograph.path)}
        />
      </span>
    )
  return (
    <span className="car-layers">
      {/* `src` is before `loading`: an image that stops to be lazy would first fetch what it had. */}
      <img key={slug} src={car} {...rest} alt={alt} onError={miss(car)} />
      {!missing.includes(trim) && <img src={trim} {...rest} alt="" onError={miss(trim)} />}
    </span>
  )
}
