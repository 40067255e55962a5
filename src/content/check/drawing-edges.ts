import sharp from 'sharp'
import type { BrandArt } from '#lib/art/drawing.ts'
import type { Problem } from '../content-error.ts'

/** Pixels across the drawing, and those looked at on each side of it. */
const WIDTH = 200
const AROUND = 20
/** A curve that touches the edge leaves a trace of the pixel beside it. */
const VISIBLE = 64

/** Finds a logo, mark or icon that reaches beyond its viewBox: pages would cut it off there. */
export async function drawingEdgeProblems({ logo, mark }: BrandArt): Promise<Problem[]> {
  const drawings = Object.entries({ logo, mark })
  const faults = await Promise.all(
    drawings.map(async ([name, { viewBox, body }]) => {
      const [x = 0, y = 0, width = 1, height = 1] = viewBox.split(/[\s,]+/).map(Number)
      const around = (width / WIDTH) * AROUND
      const wider = [x - around, y - around, width + 2 * around, height + 2 * around].join(' ')
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH + 2 * AROUND}" viewBox="${wider}">${body}</svg>`
      const { data, info } = await sharp(Buffer.from(svg))
        .ensureAlpha()
        .extractChannel('alpha')
        .raw()
        .toBuffer({ resolveWithObject: true })
      const isInside = (at: number, size: number) => at >= AROUND - 1 && at <= size - AROUND
      const reachesOut = data.some(
        (alpha, i) =>
          alpha > VISIBLE &&
          !(
            isInside(i % info.width, info.width) &&
            isInside(Math.floor(i / info.width), info.height)
          ),
      )
      return reachesOut ? [name] : []
    }),
  )
  return faults.flat().map((name) => ({
    file: `${name}.svg`,
    path: '',
    reason: 'reaches beyond its viewBox, so pages cut it off: enlarge the viewBox',
  }))
}
