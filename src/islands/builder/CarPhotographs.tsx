import { useEffect, useRef, type ReactNode } from 'react'
import {
  galleryOf,
  nearestSpin,
  OUTSIDE,
  type ModelPhotographs,
} from '#lib/pictures/photographs.ts'
import { Gallery } from '#ui/gallery/Gallery.tsx'
import { startGallery, type StartedGallery } from '#ui/gallery/gallery.ts'

interface CarPhotographsProps {
  name: string
  photographs: ModelPhotographs
  colourCode: string
  /** What else the car has, most important first: interior, option, grade. */
  trim: readonly string[]
  sizes: string
  /** The name of a colour. */
  nameOf: (colourCode: string) => string
  /** The car as a drawing, where no photograph shows it from outside. */
  drawn: ReactNode
}

/** The chosen car in photographs. */
export function CarPhotographs(props: CarPhotographsProps) {
  const { name, photographs, colourCode, trim, sizes, nameOf, drawn } = props
  const place = useRef<HTMLDivElement>(null)
  const gallery = useRef<StartedGallery>(null)
  const pictures = galleryOf(photographs.pictures, [colourCode, ...trim])
  const isDrawn = !pictures.some(({ view }) => OUTSIDE.some((outside) => outside === view))
  const spin = nearestSpin(photographs.spins, colourCode)

  useEffect(() => {
    gallery.current = startGallery(place.current!.querySelector<HTMLElement>('.gallery')!)
    return () => gallery.current?.stop()
  }, [])
  useEffect(() => gallery.current?.update())

  return (
    <div ref={place}>
      <Gallery
        label={`Pictures of the ${name}`}
        slides={pictures.map(({ view, photograph, alt, caption }, i) => ({
          key: view,
          caption,
          pictures: [{ photograph, alt, isFirst: i === 0 && !isDrawn }],
        }))}
        turns={
          spin
            ? [
                {
                  spin,
                  otherColour: spin.colourCode === colourCode ? undefined : nameOf(spin.colourCode),
                },
              ]
            : []
        }
        sizes={sizes}
        drawn={isDrawn ? drawn : undefined}
      />
    </div>
  )
}
