/**
 * Draws one model from the front, in the scale and frame of its side view (car-art.ts), so that one can replace the
 * other. x = 0 is the middle of the car. It is drawn in studio light only.
 */
import { scene, viewBox, type RenderOptions } from './car/scene.ts'
import { outline } from './front/symmetry.ts'
import { body } from './front/body.ts'
import { cabin, mirrors, rails } from './front/cabin.ts'
import { clip, definitions, tyreDefinitions } from './front/definitions.ts'
import { floor, tyres } from './front/ground.ts'
import type { Model } from './model.ts'

type FrontOptions = Pick<
  RenderOptions,
  'uid' | 'paint' | 'roof' | 'finish' | 'roofRails' | 'tyreWidth'
>

export function renderFront(m: Model, options: FrontOptions = {}): string {
  const s = scene(m, options)
  return picture(
    m,
    definitions(s) + floor(s) + tyres(s) + rails(s) + cabin(s) + body(s) + mirrors(s),
  )
}

/** Only what a grade or an option changes: tyres and roof rails, as far as they show, to lie over a drawing of the same model. */
export function renderFrontTrim(m: Model, options: FrontOptions): string {
  const s = scene(m, options)
  const [x, y, width, height] = frame(m)
  const around = `M${x} ${y}h${width}v${height}h${-width}Z${outline(m.front.cabin)}${outline(m.front.body)}`
  return picture(
    m,
    `<defs>${tyreDefinitions(s)}${clip(s.id('co'), around, ' clip-rule="evenodd"')}</defs>` +
      `<g clip-path="${s.url('co')}">${tyres(s)}${rails(s)}</g>`,
  )
}

function frame(m: Model): [x: number, y: number, width: number, height: number] {
  const [, y, width, height] = viewBox(m)
  return [-width / 2, y, width, height]
}

const picture = (m: Model, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${frame(m).join(' ')}" aria-hidden="true">${content}</svg>`
