/** A drawing of the brand, read from an SVG: what is inside the root, and its view. */
export interface Drawing {
  viewBox: string
  body: string
}

/** A brand's logo and mark, each for light grounds and for dark ones, and the drawing of its icon. */
export interface BrandArt {
  logo: Drawing
  logoOnDark: Drawing
  mark: Drawing
  markOnDark: Drawing
  icon: Drawing
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The drawing inside a page, with the name that a screen reader says. */
export const inlined = ({ viewBox, body }: Drawing, name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" role="img" aria-label="${escaped(name)}">${body}</svg>`

interface Box {
  x: number
  y: number
  width: number
  height: number
  /** Where it stands in a box of another shape. */
  align?: 'left' | 'centre'
}

/** The drawing in a box of a larger picture. */
export const placed = (
  { viewBox, body }: Drawing,
  { x, y, width, height, align = 'left' }: Box,
): string =>
  `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${viewBox}" preserveAspectRatio="${align === 'left' ? 'xMin' : 'xMid'}YMid">${body}</svg>`

/** The side of an icon's grid, and of the box of its drawing. */
const GRID = 64
const DRAWN = 52

/**
 * The brand's icon on its colour.
 *
 * @param shape `rounded` as it is; `full` without corners and with a smaller drawing, for systems that cut it to a shape.
 */
export function icon(drawing: Drawing, ground: string, shape: 'rounded' | 'full'): string {
  const side = shape === 'rounded' ? DRAWN : DRAWN * 0.64
  const start = (GRID - side) / 2
  const box = { x: start, y: start, width: side, height: side, align: 'centre' } as const
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${GRID} ${GRID}"><rect width="${GRID}" height="${GRID}"${shape === 'rounded' ? ' rx="13"' : ''} fill="${ground}"/>${placed(drawing, box)}</svg>`
}
