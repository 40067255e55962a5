/** Roof, pillars, glass and the cabin behind it, roof rails and mirrors. */
import type { Scene } from '../car/scene.ts'
import { knots, num, pt, spline } from '../curves.ts'
import { BLACK as K, WHITE as W, path, stroke } from '../svg.ts'
import { bothSides, outline } from './symmetry.ts'

/** The driver sits on the right, which is the left of the picture. */
const SEAT_X = 370
const EVERYWHERE = 'M-1200-2200H1200V0H-1200Z'

export function cabin(s: Scene): string {
  const { m, id, url, roof, finish: f } = s,
    shape = outline(m.front.cabin)
  return (
    path(shape, `fill="${roof}"`) +
    `<g clip-path="${url('cc')}">` +
    ['rf', 'ends'].map((name) => path(EVERYWHERE, `fill="${url(name)}"`)).join('') +
    stroke(shape, 26, K, 0.34, `filter="${url('b1')}"`) +
    stroke(shape, 16, W, 0.1 + 0.24 * f.crisp, `filter="${url('b1')}"`) +
    bothSides(
      id('sg'),
      path(
        spline(m.front.sideGlass, true),
        `fill="${url('gl')}" stroke="#08090b" stroke-width="12"`,
      ),
    ) +
    '</g>' +
    windscreen(s) +
    stroke(shape, 5, '#0b0d10', 0.42)
  )
}

function windscreen({ m, url }: Scene): string {
  const shape = outline(m.front.screen),
    ends = knots(m.front.screen),
    top = ends[0]!.y,
    foot = ends.at(-1)!.y,
    half = m.front.width / 2
  const glint = (x0: number, x1: number) =>
    `M${pt(half * x0, top)}H${num(half * x1)}L${pt(half * (x1 - 0.26), foot)}H${num(half * (x0 - 0.3))}Z`
  return (
    path(shape, `fill="${url('gl')}"`) +
    `<g clip-path="${url('cg')}">` +
    path(
      [-SEAT_X, SEAT_X].map((x) => seat(x, m.seats[0]![1] + 20)).join(''),
      'fill="#06090c" fill-opacity=".72" stroke="#9fb4c4" stroke-opacity=".2" stroke-width="5"',
    ) +
    dashboard(foot) +
    path(glint(-0.3, -0.08) + glint(0.02, 0.07), 'fill="#dfeaf2" fill-opacity=".08"') +
    stroke(shape, 56, '#08090b') +
    stroke(shape, 6, W, 0.12) +
    wipers(foot) +
    camera(top) +
    '</g>'
  )
}

/** Backrest and headrest; (x, y) is the top of the backrest. */
function seat(x: number, y: number): string {
  const p = (dx: number, dy: number) => pt(x + dx, y + dy)
  return (
    `M${p(-150, -360)}C${p(-165, -160)} ${p(-150, -10)} ${p(-70, 0)}L${p(70, 0)}C${p(150, -10)} ${p(165, -160)} ${p(150, -360)}Z` +
    `M${p(-78, 40)}C${p(-82, 150)} ${p(-60, 172)} ${p(0, 172)}C${p(60, 172)} ${p(82, 150)} ${p(78, 40)}C${p(60, 26)} ${p(-60, 26)} ${p(-78, 40)}Z`
  )
}

/** With its hump and the steering wheel before the driver. */
const dashboard = (foot: number): string =>
  path(
    `M${pt(-1000, foot + 70)}C${pt(-600, foot + 110)} ${pt(-540, foot + 120)} ${pt(-SEAT_X, foot + 122)}S${pt(-100, foot + 74)} ${pt(0, foot + 74)}S${pt(700, foot + 90)} ${pt(1000, foot + 60)}V${num(200 - foot)}H-1000Z`,
    'fill="#05080a" fill-opacity=".8"',
  ) +
  `<ellipse cx="${-SEAT_X}" cy="${num(-foot - 96)}" rx="178" ry="120" fill="none" stroke="#05070a" stroke-opacity=".9" stroke-width="22"/>`

function wipers(foot: number): string {
  const d =
    `M${pt(-590, foot + 64)}C${pt(-420, foot + 60)} ${pt(-200, foot + 40)} ${pt(-30, foot + 14)}` +
    `M${pt(20, foot + 52)}C${pt(180, foot + 56)} ${pt(400, foot + 48)} ${pt(560, foot + 26)}`
  return stroke(d, 13, '#020303') + `<g transform="translate(0-5)">${stroke(d, 3, W, 0.22)}</g>`
}

/** Behind the mirror. */
const camera = (top: number): string =>
  path(`M${pt(-70, top)}L${pt(-46, top - 66)}H46L${pt(70, top)}Z`, 'fill="#08090b"') +
  `<rect x="-118" y="${num(62 - top)}" width="236" height="56" rx="22" fill="#0b0e11" stroke="#9fb4c4" stroke-opacity=".22" stroke-width="4"/>`

/** Their front ends; the feet are behind the edge of the roof. */
export function rails({ m, options, id }: Scene): string {
  if (!m.front.rail || !(options.roofRails ?? m.roofRails)) return ''
  const [x, y] = m.front.rail
  return bothSides(
    id('rl'),
    `<g transform="translate(${pt(x, y)})"><path d="M-14 4C-10-4 10-4 14 4L20 40L44 90H-44L-20 40Z" fill="${m.brightTrim ? '#9aa1a7' : '#2b2f33'}" stroke="#000" stroke-opacity=".55" stroke-width="5"/><path d="M-10 5C-6 1 6 1 10 5" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="5"/></g>`,
  )
}

/** Foot on the door, cap, black lower shell and indicator. */
export function mirrors({ m, id, roof }: Scene): string {
  const [x, y] = m.front.mirror,
    cap = 'M-92-42C-70-70-10-84 46-82C92-80 112-60 112-18C112 26 92 56 44 60C-10 62-70 44-92 14Z',
    scale = ((m.mirrorScale ?? 0.82) * 1.2).toFixed(2)
  return bothSides(
    id('mi'),
    `<g transform="translate(${pt(x, y)})scale(${scale})">` +
      '<path d="M-150 96L-112 30L-80-6L-60 44L-84 104Z" fill="#101215"/><path d="M-112 30L-80-6" stroke="#fff" stroke-opacity=".2" stroke-width="5"/>' +
      path(cap, `fill="${m.mirrorBlack ? '#1a1d21' : roof}"`) +
      '<path d="M-92-42C-70-70-10-84 46-82C92-80 110-62 112-30C70-52-20-46-92-16Z" fill="#fff" fill-opacity=".3"/>' +
      '<path d="M70-80C98-74 112-54 112-18C112 26 92 56 44 60C80 40 92 0 70-80Z" fill="#000" fill-opacity=".14"/>' +
      '<path d="M-92 4C-40 26 50 34 108 10C102 40 84 58 44 60C-10 62-70 44-92 14Z" fill="#0c0e10"/>' +
      '<path d="M10 18C50 20 84 16 104 6" fill="none" stroke="#f2c27a" stroke-width="7" stroke-linecap="round"/>' +
      path(cap, 'fill="none" stroke="#0b0d10" stroke-opacity=".6" stroke-width="5"') +
      '</g>',
  )
}
