/** Bonnet, wings and bumper, with light and shade, and all that is set into them. */
import { crease, hole, lamp, vane } from '../car/face.ts'
import type { Scene } from '../car/scene.ts'
import { knots, num, spline } from '../curves.ts'
import { BLACK as K, WHITE as W, path, stroke } from '../svg.ts'
import { badge, fogLamps, grille, lightBar } from './face.ts'
import { across, bothSides, outline } from './symmetry.ts'

export function body(s: Scene): string {
  const { m, id, url, paint, finish: f } = s,
    { face, ...v } = m.front,
    shape = outline(v.body)
  return (
    path(shape, `fill="${paint}"`) +
    `<g clip-path="${url('cb')}">` +
    light(s) +
    (face.chin ? crease(across(face.chin), url) : '') +
    bothSides(
      id('si'),
      stroke(
        spline(v.crown),
        46,
        W,
        0.34 * f.glow,
        `filter="${url('b2')}" stroke-linecap="round"`,
      ) +
        v.folds.map((d) => fold(s, d)).join('') +
        face.creases.map((d) => crease(knots(d), url)).join('') +
        (v.cladding ? path(spline(v.cladding, true), `fill="${url('pk')}"`) : '') +
        panelGaps(v.cuts) +
        (face.ducts ?? []).map((d) => hole(spline(d, true), url)).join('') +
        (face.vanes ?? []).map((d) => vane(spline(d))).join(''),
    ) +
    path(
      outline(v.apron),
      `fill="${url('pk')}" stroke="#fff" stroke-opacity=".1" stroke-width="5"`,
    ) +
    hole(outline(face.intake), url) +
    (face.fins ?? []).map((d) => vane(spline(across(d)))).join('') +
    (face.lip
      ? path(
          outline(face.lip),
          `fill="${face.lipTone ?? url('sk')}" stroke="#000" stroke-opacity=".4" stroke-width="4"`,
        )
      : '') +
    grille(s) +
    bothSides(id('la'), fogLamps(face) + lamp(face, url)) +
    lightBar(s) +
    badge(face) +
    (v.extra ?? '') +
    stroke(shape, 16, W, 0.1 + 0.2 * f.crisp, `filter="${url('b1')}"`) +
    '</g>' +
    stroke(shape, 5, '#0b0d10', 0.42)
  )
}

/** Broad light and shade; where the bonnet turns down, light above the edge and shade below it. */
function light({ m, url, finish: f }: Scene): string {
  const nose = spline(across(m.front.nose)),
    everywhere = 'M-1200-2200H1200V0H-1200Z',
    edge = num(-knots(m.front.nose).at(-1)!.y)
  return (
    path(everywhere, `fill="${url('bs')}"`) +
    path(`${nose}L1200 ${edge}V-2200H-1200V${edge}Z`, `fill="${url('bn')}"`) +
    ['fs', 'sw', 'ends'].map((name) => path(everywhere, `fill="${url(name)}"`)).join('') +
    `<g filter="${url('b2')}">${stroke(nose, 60, W, 0.3 * f.glow, 'transform="translate(0-16)"')}${stroke(nose, 60, K, 0.18 * f.shade, 'transform="translate(0 60)"')}</g>` +
    stroke(nose, 9, W, 0.3 * f.crisp, `filter="${url('b1')}"`)
  )
}

/** A fold of the bonnet: a crisp line, and soft shade that widens beside it. */
function fold({ url, finish: f }: Scene, text: string): string {
  const line = knots(text)
  const beside = line
    .toReversed()
    .map((knot, i) => ({ ...knot, x: knot.x + 40 + (30 * i) / line.length }))
  return (
    path(
      `${spline(line)}${spline(beside, false, false)}Z`,
      `fill="#000" fill-opacity="${(0.14 * f.shade).toFixed(2)}" filter="${url('b1')}"`,
    ) + stroke(spline(line), 6, W, 0.34 * f.crisp, 'stroke-linecap="round"')
  )
}

/** A dark line with a light one beside it. */
function panelGaps(cuts: string[]): string {
  const d = cuts.map((text) => spline(text)).join('')
  return `<g transform="translate(-4 3)">${stroke(d, 4, W, 0.2)}</g>${stroke(d, 6, K, 0.6)}`
}
