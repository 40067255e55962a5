/** The ground below the front view: the shadow, the tyres and the dark area between them. */
import type { Scene } from '../car/scene.ts'
import { num, pt } from '../curves.ts'
import { WHITE as W, path, stroke } from '../svg.ts'
import { bothSides } from './symmetry.ts'

function tread({ m, options }: Scene) {
  const { track, tyreWidth } = m.front
  const width = options.tyreWidth ?? tyreWidth
  return { inner: track - width, outer: track, width }
}

export function floor(s: Scene): string {
  const { m, id, url } = s,
    { inner, outer, width } = tread(s),
    radius = m.front.width * 0.58,
    low = m.clearance
  return (
    bothSides(
      id('rt'),
      `<rect x="${num(inner)}" width="${num(width)}" height="190" fill="${url('re')}"/>`,
    ) +
    `<ellipse rx="${num(radius)}" ry="${num(radius * 0.09)}" fill="${url('sh')}"/>` +
    bothSides(
      id('ct'),
      `<ellipse cx="${num((inner + outer) / 2)}" cy="4" rx="${num(width * 0.62)}" ry="20" fill="#000" fill-opacity=".75" filter="${url('b1')}"/>`,
    ) +
    path(
      `M${pt(-inner - 20, low + 40)}H${num(inner + 20)}V0H${num(-inner - 20)}Z`,
      `fill="${url('ub')}"`,
    ) +
    path(
      `M${pt(60 - outer, m.tyre)}H${num(outer - 60)}V${num(-low - 30)}L${pt(inner - 120, low)}H${num(120 - inner)}L${pt(60 - outer, low + 30)}Z`,
      'fill="#060708"',
    )
  )
}

/** The tread: grooves round the tyre, blocks at its shoulders. */
export function tyres(s: Scene): string {
  const { m, id, url } = s,
    { inner, outer, width } = tread(s)
  const grooves = [0.22, 0.42, 0.6, 0.8]
    .map((share) => `M${num(inner + share * width)} ${num(-m.tyre)}V-12`)
    .join('')
  let blocks = ''
  for (let y = 24; y < m.tyre / 2; y += 26)
    blocks += `M${pt(inner + 6, y)}L${pt(inner + width * 0.2, y + 8)}M${pt(outer - 6, y)}L${pt(outer - width * 0.18, y + 8)}`
  return bothSides(
    id('tr'),
    `<rect x="${num(inner)}" y="${num(-m.tyre)}" width="${num(width)}" height="${num(m.tyre)}" rx="46" ry="70" fill="${url('ty')}"/>` +
      stroke(grooves, 7, '#050607', 0.9) +
      stroke(blocks, 4, '#050607', 0.8) +
      stroke(`M${pt(outer - 5, m.tyre - 60)}V-60`, 6, W, 0.1),
  )
}
