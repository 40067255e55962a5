/** Glass and the cabin behind it, and the parts fixed to the body. */
import { num, pt, spline } from '../curves.ts'
import type { Model } from '../model.ts'
import { BLACK as K, WHITE as W, path, stroke } from '../svg.ts'
import { archArc, perAxle, type Scene } from './scene.ts'

export function glass({ m, url }: Scene): string {
  const outline = spline(m.glass, true)
  const polygons = (list: string[], attributes: string) =>
    list.map((d) => path(spline(d, true), attributes)).join('')
  return (
    polygons(m.screens, `fill="${url('ws')}" stroke="#0a0c0e" stroke-width="10"`) +
    `<g clip-path="${url('cg')}">${path(outline, `fill="${url('gl')}"`)}` +
    path(
      m.seats.map(seat).join(''),
      'fill="#06090c" fill-opacity=".72" stroke="#9fb4c4" stroke-opacity=".2" stroke-width="5"',
    ) +
    steeringWheel(m) +
    polygons(m.glints, 'fill="#dfeaf2" fill-opacity=".09"') +
    polygons(m.pillars, 'fill="#0b0d0f"') +
    stroke(outline, 46, '#08090b') +
    stroke(outline, 6, W, 0.1) +
    '</g>' +
    stroke(
      spline(m.trim),
      13,
      m.brightTrim ? '#c9ced2' : '#2a2e32',
      1,
      'stroke-linecap="round" stroke-linejoin="round"',
    )
  )
}

/** Backrest and headrest, leaning rearward; (x, y) is the top of the backrest. */
function seat([x, y]: [number, number]): string {
  const p = (dx: number, dy: number) => pt(x + dx, y + dy)
  return (
    `M${p(-90, -400)}C${p(-70, -220)} ${p(-8, -90)} ${p(10, -20)}C${p(20, 24)} ${p(60, 34)} ${p(100, 26)}C${p(150, 14)} ${p(158, -30)} ${p(170, -90)}L${p(190, -400)}Z` +
    `M${p(46, 50)}C${p(34, 110)} ${p(48, 168)} ${p(86, 176)}C${p(130, 182)} ${p(150, 160)} ${p(146, 110)}L${p(138, 48)}Z`
  )
}

/** Rim seen almost edge-on, and the hump of the dashboard in front of it. */
function steeringWheel(m: Model): string {
  const x = m.seats[0]![0] - 350,
    y = m.belt + 20
  return (
    path(
      `M${pt(x - 330, y - 80)}C${pt(x - 300, y + 60)} ${pt(x - 120, y + 84)} ${pt(x - 60, y + 40)}L${pt(x - 40, y - 80)}Z`,
      'fill="#06090c" fill-opacity=".75"',
    ) +
    `<ellipse rx="34" ry="178" transform="translate(${pt(x, y)})rotate(24)" fill="none" stroke="#05070a" stroke-opacity=".85" stroke-width="22"/>`
  )
}

export function handles({ m, paint }: Scene): string {
  const pull =
    `<path d="M-84-6C-60-44 60-44 88-6C60 34-60 34-84-6Z" fill="#000" fill-opacity=".3"/><path d="M-112-2C-108-16-92-20-70-20H86C106-20 116-12 116 0C116 12 106 15 92 15H-74C-96 15-110 10-112-2Z" fill="${paint}"/>` +
    '<path d="M-108-4C-104-15-92-18-70-18H86C104-18 112-12 114-4C60-8-60-8-108-4Z" fill="#fff" fill-opacity=".42"/><path d="M-106 6C-98 15-80 17-70 17H90C104 17 112 12 115 4" fill="none" stroke="#000" stroke-opacity=".6" stroke-width="6"/>'
  const flush =
    `<rect x="-112" y="-17" width="224" height="34" rx="17" fill="${paint}"/><rect x="-112" y="-17" width="224" height="34" rx="17" fill="#000" fill-opacity=".1" stroke="#000" stroke-opacity=".55" stroke-width="5"/>` +
    '<path d="M-98 18H98M-98-10H98" stroke="#fff" stroke-opacity=".32" stroke-width="5"/><circle cx="86" r="6" fill="#000" fill-opacity=".45"/>'
  const flap = m.flap
    ? `<rect x="${num(m.flap[0] - 75)}" y="${num(-m.flap[1] - 75)}" width="150" height="150" rx="34" fill="none" stroke="#000" stroke-opacity=".42" stroke-width="5"/>`
    : ''
  return (
    m.handles
      .map(([x, y]) => `<g transform="translate(${pt(x, y)})">${m.flush ? flush : pull}</g>`)
      .join('') + flap
  )
}

/** Foot on the door, black lower shell, painted cap, indicator, and the edge of the glass towards the rear. */
export function mirror({ m, roof }: Scene): string {
  const [x, y] = m.mirror,
    cap = 'M-104 22C-112-22-78-72-16-86C36-96 84-88 98-70L104 4C40 18-40 24-104 22Z'
  return (
    `<g transform="translate(${pt(x, y)})scale(${m.mirrorScale ?? 0.82})">` +
    '<path d="M-6 30H64L120 92H20Z" fill="#101215"/><path d="M-104 22C-40 24 40 18 104 4L100 34C60 56-50 58-88 44C-98 40-102 32-104 22Z" fill="#0c0e10"/>' +
    `${path(cap, `fill="${m.mirrorBlack ? '#1a1d21' : roof}"`)}<path d="M-98 6C-98-32-66-68-12-80C36-88 78-82 92-68C40-72-36-62-66-30C-82-14-90-2-98 6Z" fill="#fff" fill-opacity=".32"/>` +
    '<path d="M-104 22C-40 24 40 18 104 4L102-16C40 0-40 4-106 6Z" fill="#000" fill-opacity=".24"/><path d="M-96 18C-50 20-10 18 30 12" fill="none" stroke="#f2c27a" stroke-width="7" stroke-linecap="round"/>' +
    '<path d="M88-74C98-72 104-60 106-40L106 8L94 34L84 36Z" fill="#0a0c0e"/></g>'
  )
}

export function rails({ m, options }: Scene): string {
  if (!m.rail || !(options.roofRails ?? m.roofRails)) return ''
  const d = spline(m.rail),
    round = 'stroke-linecap="round"'
  return (
    stroke(d, 34, K, 0.55, `${round} transform="translate(0 7)"`) +
    stroke(d, 24, m.brightTrim ? '#b9bfc4' : '#2b2f33', 1, round) +
    stroke(d, 5, W, 0.4, `${round} transform="translate(0-7)"`)
  )
}

export function wheels(s: Scene): string {
  return (
    perAxle(s, (x) => `<use href="#${s.id('w')}" x="${num(x)}" y="${num(-s.tyre)}"/>`) +
    perAxle(s, (x) =>
      stroke(archArc(s, x, s.tyre - 14, 160, 20), 46, K, 0.55, `filter="${s.url('b1')}"`),
    )
  ) // shade from the arch
}
