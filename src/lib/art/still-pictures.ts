/** Pictures for messages and documents, where SVG is not shown: made into JPEG and PNG at build (src/pages/art). */
import { renderCar, renderTrim, viewBox, type RenderOptions } from './car-art.ts'
import { carLook } from './car-look.ts'
import { placed, type Drawing } from './drawing.ts'
import type { Model } from './model.ts'

/** Pixels: one and a half times those a message shows; the logo twice. */
export const CAR_PICTURE = { width: 828, height: 330 }
export const LOGO_PICTURE = { width: 356, height: 60 }

/** Around the car, in pixels. */
const MARGIN = 33

type Colour = Parameters<typeof carLook>[0]

/** A model in a colour on a light ground, from the side, with the wheels of an option. */
export function carPicture(
  drawing: Model,
  colour: Colour,
  colours: Colour[],
  trim: RenderOptions,
): string {
  const [, , units, unitsHigh] = viewBox(drawing)
  const { width, height } = CAR_PICTURE
  const carWidth = Math.min(width - 2 * MARGIN, ((height - MARGIN) * units) / unitsHigh)
  const carHeight = (carWidth * unitsHigh) / units
  const box = `x="${(width - carWidth) / 2}" y="${height - carHeight}" width="${carWidth}" height="${carHeight}"`
  const inBox = (svg: string) => svg.replace('<svg ', `<svg ${box} `)
  return flat(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#eef1f4"/>${inBox(renderCar(drawing, { uid: 'c', ...carLook(colour, colours) }))}${inBox(renderTrim(drawing, { uid: 't', ...trim }))}</svg>`,
  )
}

/** The brand’s logo on a ground of one colour. */
export const logoPicture = (logo: Drawing, ground: string): string => {
  const { width, height } = LOGO_PICTURE
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${ground}"/>${placed(logo, { x: 0, y: 0, width, height })}</svg>`
}

/** For a renderer without custom properties: each is replaced by its value. */
export const flat = (svg: string): string =>
  svg.replaceAll(/var\(--[\w-]+,(#[0-9a-f]{3,8})\)/gi, '$1')
