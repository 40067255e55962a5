/**
 * Draws a side view (front to the left) of one model as SVG.
 *
 * Units are millimetres: 1 SVG unit = 1 mm on the car, x = 0 at the front
 * bumper, the ground at y = 0. Data is written with y UP; output has y DOWN.
 * Paint comes from the CSS custom properties --paint, --roof and --caliper.
 * No style attribute and no <style> element is written (strict CSP is fine),
 * and every id starts with the caller's `uid`, so that many cars can be inlined.
 */
import {
  bodyLight,
  creases,
  edgeLight,
  panelGaps,
  plastics,
  roofPaint,
  tailLamp,
  underbody,
} from './car/body.ts'
import { definitions, wheelDefinitions } from './car/definitions.ts'
import { glass, handles, mirror, rails, wheels } from './car/fittings.ts'
import { scene, viewBox, type RenderOptions } from './car/scene.ts'
import { air, floor, lampsOn, mirrored } from './car/surroundings.ts'
import { spline } from './curves.ts'
import { front } from './car/face.ts'
import type { Model } from './model.ts'
import { blur, escapeText, path, stroke } from './svg.ts'

export { viewBox, type RenderOptions }

export function renderCar(m: Model, options: RenderOptions = {}): string {
  const s = scene(m, options)
  const car = [
    underbody(s),
    path(s.body, `fill="${s.paint}"`),
    `<g clip-path="${s.url('cb')}">`,
    roofPaint(s),
    bodyLight(s),
    creases(s),
    edgeLight(s),
    plastics(s),
    panelGaps(s),
    front(m.face, s.url),
    tailLamp(s),
    '</g>',
    glass(s),
    handles(s),
    mirror(s),
    rails(s),
    m.extra?.({ paint: s.paint, url: s.url, spline }) ?? '',
    stroke(s.body, 5, '#0b0d10', 0.42), // one quiet outline keeps a white car readable on a white page
    wheels(s),
    air(s),
  ].join('')
  const label = options.title
    ? `role="img" aria-label="${escapeText(options.title)}"`
    : 'aria-hidden="true"'
  return picture(m, label, definitions(s) + floor(s) + mirrored(s, car) + lampsOn(s))
}

/** Only what a grade or an option changes: wheels and roof rails, to lie over a drawing of the same model. */
export function renderTrim(m: Model, options: RenderOptions): string {
  const s = scene(m, options)
  const defs = `<defs>${blur(s.id('b1'), 11)}${wheelDefinitions(s)}</defs>`
  return picture(m, 'aria-hidden="true"', defs + rails(s) + wheels(s))
}

const picture = (m: Model, label: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox(m).join(' ')}" ${label}>${content}</svg>`
