/** The front end seen from the side: bumper, intake, grille edge, lamp with optics and lens, emblem. All of it is clipped to the body. */
import { knots, num, pt, spline, type Knot } from '../curves.ts'
import { path, stroke } from '../svg.ts'
import type { Face } from '../face.ts'

type Url = (name: string) => string
type Lamp = Pick<Face, 'lamp' | 'pods' | 'optics' | 'ribs' | 'drl' | 'drlWidth'>

/** A fold in the bumper skin: soft shade that sags under it, a thin lit edge on it. */
export function crease(line: Knot[], url: Url): string {
  const start = line[0]!,
    end = line.at(-1)!
  const shade = `${spline(line)}Q${pt((start.x + end.x) / 2, Math.min(start.y, end.y) - 170)} ${pt(start.x, start.y)}Z`
  return (
    path(shade, `fill="#000" fill-opacity=".2" filter="${url('b1')}"`) +
    stroke(spline(line), 5, '#fff', 0.26, 'stroke-linecap="round"')
  )
}

/** The grille wraps round the nose, so only its rear edge and the ends of its bars show. `edge` runs from top to bottom. */
function grille(face: Face): string {
  if (!face.grille) return ''
  const { edge, depth, bars, frame = '#3a3f44' } = face.grille
  const d = spline(edge)
  const ends = edge
    .trim()
    .split(/\s+/)
    .map((t) => t.split(',')[1]!.replace(/[!@].*/, ''))
  const [top, bottom] = [Number(ends[0]), Number(ends.at(-1))]
  return (
    path(`${d}L${pt(-60, bottom)}L${pt(-60, top)}Z`, 'fill="#07080a"') +
    (bars
      ? stroke(
          d,
          depth,
          '#7c848b',
          0.75,
          `stroke-dasharray="${bars[0]} ${bars[1]}" transform="translate(${num(-depth / 2 - 6)} 0)"`,
        )
      : '') +
    stroke(d, 9, frame)
  )
}

/** A hole with depth: black, a lit lower wall, a shaded upper wall. */
export const hole = (d: string, url: Url): string =>
  path(d, `fill="${url('in')}" stroke="#000" stroke-opacity=".55" stroke-width="6"`)

/** A bar across a hole, lit from above. */
export const vane = (d: string): string =>
  stroke(d, 12, '#33383d') + `<g transform="translate(0-6)">${stroke(d, 3, '#fff', 0.25)}</g>`

function intake(face: Face, url: Url): string {
  return (
    hole(spline(face.intake, true), url) +
    (face.fins ?? []).map((f) => vane(spline(f))).join('') +
    (face.fog ?? [])
      .map(
        ([x, y, r]) =>
          `<g transform="translate(${pt(x, y)})"><ellipse rx="${num(r * 0.6)}" ry="${r}" fill="#2b3137" stroke="#8b949b" stroke-opacity=".7" stroke-width="4"/><ellipse rx="${num(r * 0.35)}" ry="${num(r * 0.62)}" fill="#dfe8ee" fill-opacity=".75"/></g>`,
      )
      .join('')
  )
}

/** One projector: bezel, glass, glint. It is an ellipse because we look at it from the side. */
function projector([x, y, rx, ry]: Face['optics'][number]): string {
  const ellipse = (k: number, fill: string, more = '') =>
    `<ellipse rx="${num(rx * k)}" ry="${num(ry * k)}" fill="${fill}"${more}/>`
  return (
    `<g transform="translate(${pt(x, y)})">` +
    ellipse(1, '#0b0e11', ' stroke="#aab4bc" stroke-opacity=".75" stroke-width="4"') +
    ellipse(0.7, '#56697a') +
    `<g transform="translate(${num(-rx * 0.1)} ${num(ry * 0.18)})">${ellipse(0.48, '#c3d4e0')}</g>` +
    `<ellipse cx="${num(-rx * 0.2)}" cy="${num(-ry * 0.3)}" rx="${num(rx * 0.2)}" ry="${num(ry * 0.17)}" fill="#fff"/></g>`
  )
}

/** Outline of all lamp openings (also the clip path of the optics). */
export const lampShape = (face: Pick<Face, 'lamp' | 'pods'>): string =>
  [face.lamp, ...(face.pods ?? [])].map((d) => spline(d, true)).join('')

export function lamp(face: Lamp, url: Url): string {
  const shape = lampShape(face)
  return (
    path(shape, 'fill="none" stroke="#000" stroke-opacity=".35" stroke-width="16"') +
    path(shape, `fill="${url('hl')}"`) +
    `<g clip-path="${url('ch')}">${(face.ribs ?? []).map((d) => stroke(spline(d), 5, '#8d98a1', 0.4)).join('')}${face.optics.map(projector).join('')}${path(shape, `fill="${url('ln')}"`)}</g>` +
    lightLine(
      face.drl.map((d) => spline(d)).join(''),
      '#fff',
      '#d4eaff',
      url('b1'),
      face.drlWidth,
    ) +
    path(shape, 'fill="none" stroke="#0a0c0e" stroke-opacity=".85" stroke-width="6"')
  )
}

/** A glowing line: blurred halo, coloured line, bright core. */
export function lightLine(d: string, core: string, glow: string, halo: string, width = 14): string {
  return (
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${d}" stroke="${glow}" stroke-opacity=".65" stroke-width="${width * 2}" filter="${halo}"/>` +
    `<path d="${d}" stroke="${glow}" stroke-width="${width}"/><path d="${d}" stroke="${core}" stroke-width="${num(width * 0.55)}"/></g>`
  )
}

/** The emblem on the nose, of which the side view shows a bright sliver. */
const emblem = ([x, y, tilt]: NonNullable<Face['badge']>): string =>
  `<ellipse rx="9" ry="34" transform="translate(${pt(x, y)})rotate(${tilt})" fill="#eef1f3" stroke="#2a2e32" stroke-width="5"/>`

/** Everything that is cut to the silhouette. */
export function front(face: Face, url: Url): string {
  return (
    face.creases.map((c) => crease(knots(c), url)).join('') +
    intake(face, url) +
    (face.lip
      ? path(
          spline(face.lip, true),
          `fill="${face.lipTone ?? url('sk')}" stroke="#000" stroke-opacity=".4" stroke-width="4"`,
        )
      : '') +
    grille(face) +
    lamp(face, url) +
    (face.badge ? emblem(face.badge) : '')
  )
}
