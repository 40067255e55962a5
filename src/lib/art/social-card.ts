/** Pictures for links that are shared: a car in its scene, its name and the brand, 1200 x 630. */
import { basePath } from '#lib/shared/site-paths.ts'
import { backdrop, type BackdropName } from './backdrops.ts'
import { renderCar, viewBox } from './car-art.ts'
import { carLook } from './car-look.ts'
import type { Model } from './model.ts'
import { placed, type Drawing } from './drawing.ts'
import { flat } from './still-pictures.ts'

/** Pixels, as Open Graph asks for a large card. */
export const CARD = { width: 1200, height: 630 }

/** The height of the road above the foot of the card, and the width of the longest car. */
const ROAD_PX = -10
const CAR_WIDTH_PX = 800

/** A line of text as the outlines of its letters, in a box of one unit to the em, from the baseline up. */
export type Outlined = (
  text: string,
  weight: 'regular' | 'semibold',
) => { d: string; widthEm: number }

export interface Card {
  drawing: Model
  backdrop: BackdropName
  colour: Parameters<typeof carLook>[0]
  heading: string
  text: string
  /** A JPEG of the card's size in base64, instead of the landscape and the drawing. */
  photograph?: string
}

/** @param base The build's base path: `import.meta.env.BASE_URL`. */
export const socialCardPath = (base: string, name: string): string =>
  `${basePath(base)}/art/card-${name}.jpg`

/**
 * The card as SVG for a renderer without custom properties: each is replaced by its value.
 *
 * @param logo For a dark ground.
 * @param outlined Letters as paths, so that no font is needed where the picture is made.
 */
export function socialCard(
  card: Card,
  colours: Card['colour'][],
  { logo, outlined }: { logo: Drawing; outlined: Outlined },
): string {
  const { drawing } = card
  const [, , units, height] = viewBox(drawing)
  const scale = CAR_WIDTH_PX / Math.max(units, 5400)
  const line = (text: string, weight: 'regular' | 'semibold', sizePx: number, y: number) =>
    `<path transform="translate(72 ${y})scale(${sizePx})" d="${outlined(text, weight).d}" fill="#fff"/>`
  const fitted = (text: string, weight: 'regular' | 'semibold', sizePx: number) =>
    Math.min(sizePx, 1056 / outlined(text, weight).widthEm)
  const at = (svg: string, x: number, y: number, width: number, h: number) =>
    svg.replace('<svg ', `<svg x="${x}" y="${y}" width="${width}" height="${h}" `)
  const width = Math.round(units * scale)
  const size = `width="${CARD.width}" height="${CARD.height}"`
  const scene = card.photograph
    ? `<image href="data:image/jpeg;base64,${card.photograph}" ${size}/>` +
      `<linearGradient id="s" x2="0" y2="1"><stop stop-opacity=".72"/><stop offset=".5" stop-opacity=".45"/><stop offset=".75" stop-opacity="0"/></linearGradient>` +
      `<rect ${size} fill="url(#s)"/>`
    : at(backdrop(card.backdrop, 'b'), 0, 0, CARD.width, CARD.height) +
      at(
        renderCar(drawing, { uid: 'c', ...carLook(card.colour, colours), light: card.backdrop }),
        CARD.width - width - 28,
        CARD.height - Math.round(height * scale) - ROAD_PX,
        width,
        Math.round(height * scale),
      )
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CARD.width} ${CARD.height}">` +
    scene +
    placed(logo, { x: 72, y: 60, width: 178, height: 30 }) +
    line(card.heading, 'semibold', fitted(card.heading, 'semibold', 96), 212) +
    line(card.text, 'regular', fitted(card.text, 'regular', 38), 272) +
    '</svg>'
  return flat(svg)
}
