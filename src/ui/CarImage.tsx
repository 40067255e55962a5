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
  /** Colours that may be chosen next: rendered ahead, hidden. */
  ready?: readonly string[]
}

/** A car as a photograph, or drawn in its colour with its wheels on top. A picture that fails to load leaves no gap. */
export function CarImage(props: CarImageProps) {
  const { slug, colourCode, kdcd, view, ready = [], alt, sizes = '20rem', ...rest } = props
  const [missing, setMissing] = useState<readonly string[]>([])
  const base = import.meta.env.BASE_URL
  const pathOf = (code: string) => carArtPath(base, slug, code, view)
  const trim = trimArtPath(base, kdcd, view)
  const miss = (path: string) => () => setMissing((known) => [...known, path])
  const photograph = import.meta.env.HAS_PHOTOGRAPHS && carPhotograph(slug, colourCode, kdcd)
  if (missing.includes(photograph ? photograph.path : pathOf(colourCode))) return null
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
      {[...new Set([...ready, colourCode])].map((code) => (
        <img
          key={code}
          // Before `loading`: an image that stops to be lazy would first fetch what it had.
          src={pathOf(code)}
          {...rest}
          alt={code === colourCode ? alt : ''}
          data-ready={ready.length > 0 ? code !== colourCode : undefined}
          onError={miss(pathOf(code))}
        />
      ))}
      {!missing.includes(trim) && <img src={trim} {...rest} alt="" onError={miss(trim)} />}
    </span>
  )
}
