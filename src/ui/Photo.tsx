import type { ImgHTMLAttributes } from 'react'
import { coverSizes, type CoveredBox } from '#lib/pictures/cover-sizes.ts'
import { pictureParts, type Photograph } from '#lib/pictures/photographs.ts'

interface PhotoProps extends Omit<
  ImgHTMLAttributes<HTMLImageElement>,
  'src' | 'srcSet' | 'sizes' | 'width' | 'height'
> {
  photograph: Photograph
  alt: string
  /** How wide it is shown, for a browser that chooses before it has laid out the page; or the box as wide as it that it covers. */
  sizes: string | { covers: CoveredBox }
  /** The colours in which it is shown, beside the radios of `.paints`. */
  'data-colours'?: string | undefined
}

/** A photograph in the format and size that suits the browser. */
export function Photo({ photograph, alt, sizes, className, ...rest }: PhotoProps) {
  const { sources, img, className: own } = pictureParts(import.meta.env.BASE_URL, photograph)
  const { 'data-colours': colours, ...ofImage } = rest
  const wide =
    typeof sizes === 'object'
      ? coverSizes(photograph, sizes.covers)
      : // What is loaded late is laid out by then.
        rest.loading === 'lazy'
        ? `auto, ${sizes}`
        : sizes
  return (
    <picture data-colours={colours}>
      {sources.map((source) => (
        <source key={source.type} {...source} sizes={wide} />
      ))}
      <img
        {...ofImage}
        alt={alt}
        sizes={wide}
        {...img}
        className={[className, own].filter(Boolean).join(' ')}
      />
    </picture>
  )
}
