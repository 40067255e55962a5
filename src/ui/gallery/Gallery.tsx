import type { ReactNode } from 'react'
import { frameOf, type Photograph, type Spin } from '#lib/pictures/photographs.ts'
import { Photo } from '../Photo.tsx'
import './gallery.css'

/** A picture of a slide. One that is shown only in some colours has their codes, separated by blanks. */
interface Shown {
  photograph: Photograph
  alt: string
  colours?: string | undefined
  /** Loaded with the page, because it is what is seen first. */
  isFirst?: boolean
}

export interface Slide {
  /** The same for the same view, so that another colour keeps its place. */
  key: string
  colours?: string | undefined
  pictures: Shown[]
  caption?: string | undefined
}

export interface TurnSlide {
  spin: Spin
  colours?: string | undefined
  /** The colour that it is turned in, if another one is chosen. */
  otherColour?: string | undefined
}

interface GalleryProps {
  /** Names the pictures for a screen reader. */
  label: string
  slides: Slide[]
  turns: TurnSlide[]
  /** How wide it is shown. */
  sizes: string
  /** The car as a drawing, where it has no photograph from outside, and the colours it is drawn in. */
  drawn?: ReactNode
  drawnColours?: string | undefined
}

/**
 * Pictures of a car side by side, one in sight: to be swiped, scrolled, and moved by keys and buttons. What moves is
 * `startGallery` (gallery.ts), the same on a page that was built and in an island; nothing else changes these elements.
 */
export const Gallery = ({ label, slides, turns, sizes, drawn, drawnColours }: GalleryProps) => (
  <section className="gallery" aria-label={label}>
    <ul className="gallery__strip">
      {drawn && (
        <li className="gallery__slide gallery__drawn" data-colours={drawnColours}>
          {drawn}
        </li>
      )}
      {slides.map(({ key, colours, pictures, caption }) => (
        <li key={key} className="gallery__slide" data-colours={colours}>
          <figure className="gallery__figure">
            {pictures.map(({ photograph, alt, colours: shownIn, isFirst }) => (
              <Photo
                key={photograph.path}
                photograph={photograph}
                alt={alt}
                sizes={sizes}
                data-colours={shownIn}
                loading={isFirst ? 'eager' : 'lazy'}
                fetchPriority={isFirst ? 'high' : undefined}
              />
            ))}
            {caption && <figcaption className="gallery__caption">{caption}</figcaption>}
          </figure>
        </li>
      ))}
      {turns.map(({ spin, colours, otherColour }) => (
        <li
          key={`${spin.path} ${colours}`}
          className="gallery__slide gallery__turn"
          data-colours={colours}
        >
          <div className="gallery__figure">
            <Photo photograph={frameOf(spin, 0)} alt="" sizes={sizes} loading="lazy" />
            <div className="gallery__frames" />
            <div
              className="gallery__handle"
              role="slider"
              tabIndex={0}
              aria-label={spin.alt}
              aria-valuemin={0}
              aria-valuemax={360}
              aria-valuenow={0}
              aria-valuetext="Not turned"
              data-spin={JSON.stringify(spin)}
            />
            <p className="gallery__caption">
              {otherColour ? `Drag to turn it (shown in ${otherColour})` : 'Drag to turn it'}
            </p>
            <div className="gallery__state" role="status" />
          </div>
        </li>
      ))}
    </ul>
    <div className="gallery__controls no-print" hidden>
      <button
        type="button"
        className="gallery__button"
        data-step="-1"
        aria-label="Previous picture"
      />
      <p className="gallery__count" role="status" />
      <button type="button" className="gallery__button" data-step="1" aria-label="Next picture" />
    </div>
  </section>
)
