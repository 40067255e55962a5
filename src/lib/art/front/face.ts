/** Grille, fog lamps, light bar and the mark. */
import { lightLine } from '../car/face.ts'
import type { Scene } from '../car/scene.ts'
import { knots, num, pt, spline } from '../curves.ts'
import { BLACK as K, WHITE as W, path, stroke } from '../svg.ts'
import { across, outline } from './symmetry.ts'
import type { FrontFace } from './view.ts'

/** Its bars are as thick and as far apart as the side view's, whose ends they are. */
export function grille({ m, url }: Scene): string {
  const g = m.front.face.grille,
    side = m.face.grille
  if (!g || !side) return ''
  const shape = outline(g.shape),
    half = knots(g.shape),
    top = half[0]!.y,
    bottom = half.at(-1)!.y,
    width = Math.max(...half.map(({ x }) => x)) * 2,
    frameWidth = g.frameWidth ?? 9,
    tone = g.tone ?? '#7c848b'
  const bars = ([on, off]: [number, number]) => {
    const d = `M0 ${num(off / 2 - top)}V${num(-bottom)}`,
      lit = Math.max(2, Math.round(on * 0.18))
    return (
      stroke(d, width, tone, 0.75, `stroke-dasharray="${on} ${off}"`) +
      stroke(d, width, W, 0.3, `stroke-dasharray="${lit} ${on + off - lit}"`)
    )
  }
  return (
    path(shape, 'fill="#07080a"') +
    `<g clip-path="${url('cr')}">` +
    (side.bars ? bars(side.bars) : '') +
    (g.mesh
      ? stroke(
          `M${pt(-width / 2, (top + bottom) / 2)}H${num(width / 2)}`,
          top - bottom,
          tone,
          0.5,
          'stroke-dasharray="6 26"',
        )
      : '') +
    path(shape, `fill="${url('gv')}"`) +
    stroke(shape, 46, K, 0.6, `filter="${url('b1')}"`) +
    '</g>' +
    stroke(shape, frameWidth + 6, '#050607', 0.7) +
    stroke(shape, frameWidth, side.frame ?? '#3a3f44')
  )
}

export const fogLamps = ({ fog = [] }: FrontFace): string =>
  fog
    .map(
      ([x, y, r]) =>
        `<g transform="translate(${pt(x, y)})"><circle r="${r}" fill="#2b3137" stroke="#8b949b" stroke-opacity=".7" stroke-width="4"/><circle r="${num(r * 0.62)}" fill="#dfe8ee" fill-opacity=".75"/></g>`,
    )
    .join('')

export function lightBar({ m, url }: Scene): string {
  const { lightBar: bar, drlWidth } = m.front.face
  if (!bar) return ''
  const shape = outline(bar.shape)
  return (
    path(shape, 'fill="none" stroke="#000" stroke-opacity=".35" stroke-width="16"') +
    path(shape, `fill="${url('hl')}" stroke="#0a0c0e" stroke-opacity=".85" stroke-width="6"`) +
    lightLine(spline(across(bar.line)), '#fff', '#d4eaff', url('b1'), drlWidth)
  )
}

/** The badge that these cars carry, on a grid of 64. */
export const BADGE =
  '<path d="M3 25L61 8L51 25ZM22 31H39L30 57H13Z"/><path d="M44 47H57L53.5 57H40.5Z"/>'

/** In bright metal, on its own shadow. */
export const badge = ({ badge: place }: FrontFace): string => (place ? emblem(place) : '')

const emblem = ([y, scale]: NonNullable<FrontFace['badge']>): string =>
  `<g transform="translate(${pt(0, y)})scale(${scale})translate(-32-32)"><g fill="#000" fill-opacity=".4" transform="translate(1 4)">${BADGE}</g><g fill="#eef1f3" stroke="#22262a" stroke-width="5" stroke-linejoin="round" paint-order="stroke">${BADGE}</g></g>`
