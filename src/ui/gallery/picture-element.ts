import { pictureParts, type Photograph } from '#lib/pictures/photographs.ts'

/** A photograph that loads at once, as an element that React does not know. */
export function pictureElement(photograph: Photograph, sizes: string): HTMLPictureElement {
  const { sources, img } = pictureParts(import.meta.env.BASE_URL, photograph)
  const picture = document.createElement('picture')
  for (const { type, srcSet } of sources) {
    const source = document.createElement('source')
    Object.assign(source, { type, sizes, srcset: srcSet })
    picture.append(source)
  }
  const image = document.createElement('img')
  picture.append(image)
  Object.assign(image, { alt: '', draggable: false, sizes, srcset: img.srcSet, src: img.src })
  return picture
}
