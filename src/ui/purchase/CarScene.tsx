import type { ReactNode } from 'react'
import { backdropPath } from '#lib/art/art-paths.ts'
import { modelSlug } from '#lib/catalogue/model-slug.ts'
import { CarImage } from '../CarImage.tsx'
import './moment.css'

/** A car in its colour, large in a landscape, with words over it; without a car, the landscape. */
export const CarScene = ({
  car,
  backdrop,
  children,
}: {
  car: {
    modelName: string
    colourName: string
    colourCode?: string | undefined
    kdcd: string
  } | null
  backdrop: Parameters<typeof backdropPath>[1] | undefined
  children: ReactNode
}) => (
  <header className="moment__hero on-dark">
    <div className="moment__scene" data-light={backdrop}>
      {backdrop && (
        <img
          className="moment__land"
          src={backdropPath(import.meta.env.BASE_URL, backdrop)}
          alt=""
          width="1600"
          height="800"
        />
      )}
      {car?.colourCode && (
        <CarImage
          slug={modelSlug(car.modelName)}
          colourCode={car.colourCode}
          kdcd={car.kdcd}
          className="moment__car"
          alt={`${car.modelName} in ${car.colourName}`}
          sizes="(width >= 720px) 60vw, 100vw"
        />
      )}
      <div className="scene-shade" />
    </div>
    <div className="moment__words">{children}</div>
  </header>
)
