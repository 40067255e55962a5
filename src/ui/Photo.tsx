import type { ImgHTMLAttributes } from 'react'
import { pictureParts, type Photograph } from '#lib/pictures/photographs.ts'

interface PhotoProps extends Omit<
  ImgHTMLAttributes<HTMLImageElement>,
  'src' | 'srcSet' | 'sizes' | 'width' | 'height'
> {
  photograph: Photograph
  alt: string
  /** How wide it is shown, for a browser that chooses before it has laid out the page. */
  sizes: string
  /** Whether it covers its box: it is shown wider than that, and the browser can't tell how wide (cover-sizes.ts). */
  isCropped?: boolean
  /** The colours in which it is shown, beside the radios of `.paints`. */
  'data-colours'?: string | undefined
}

/** A photograph in the format and size that suits the browser. */
export function Photo({ photograph, alt, sizes, isCropped, className, ...rest }: PhotoProps) {
  const { sources, img, className: own } = pictureParts(import.meta.env.BASE_URL, photograph)
  const { 'data-colours': colours, ...ofImage } = rest
  // What is loaded late is laid out by then.
  const wide = rest.loading === 'lazy' && !isCropped ? `auto, ${sizes}` : sizes
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
