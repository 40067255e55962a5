/** Wheel designs: spokes repeated round the hub. All lengths are fractions of the rim radius, angles are degrees. */
import { num, polar, pt } from './curves.ts'
import { circle, path } from './svg.ts'

export type WheelStyle =
  | 'twin5'
  | 'swirl7'
  | 'multi10'
  | 'y6'
  | 'aero'
  | 'blade'
  | 'six'
  | 'lattice'
  | 'cover9'
  | 'five'
  | 'fan9'
  | 'star5'
  | 'mesh7'
  | 'vee7'
  | 'turbine9'
  | 'split6'
  | 'spider10'
  | 'sabre5'

/** The tone of the metal: light, middle and deep; `cut` is dark with faces turned bright. */
export type WheelTone = 'silver' | 'dark' | 'cut' | 'bronze'

export const TONES: Record<WheelTone, [light: string, middle: string, deep: string]> = {
  silver: ['#f3f5f6', '#b4babf', '#6d747a'],
  dark: ['#6a7077', '#3a3f44', '#1c1f23'],
  cut: ['#4c5258', '#2b2f34', '#16181b'],
  bronze: ['#c79a66', '#8a6238', '#432d18'],
}

type Ids = (name: string) => string

/** From radius r0 at angle a0 to radius r1 at angle a1, half-widths w0 and w1. */
interface Spoke {
  r0: number
  a0: number
  r1: number
  a1: number
  w0: number
  w1: number
}
interface Design {
  count: number
  hub: number
  /** A dark plate behind the spokes, for the air. */
  plate?: number
  /** A cover over the whole wheel, in which `spokes` are openings. */
  isCover?: boolean
  spokes: Spoke[]
}

const straight = (w0: number, w1: number): Spoke => ({ a0: 0, r0: 0.15, a1: 0, r1: 0.97, w0, w1 })
const mirrored = (s: Spoke): Spoke[] => [s, { ...s, a0: -s.a0, a1: -s.a1 }]

const WHEELS: Record<WheelStyle, Design> = {
  twin5: {
    count: 5,
    hub: 0.24,
    spokes: mirrored({ a0: 26, r0: 0.17, a1: 10.5, r1: 0.97, w0: 0.06, w1: 0.09 }),
  },
  swirl7: {
    count: 7,
    hub: 0.26,
    spokes: [{ a0: 16, r0: 0.16, a1: -10, r1: 0.97, w0: 0.06, w1: 0.15 }],
  },
  multi10: { count: 10, hub: 0.23, spokes: [straight(0.058, 0.1)] },
  y6: {
    count: 6,
    hub: 0.25,
    spokes: [
      { ...straight(0.075, 0.065), r1: 0.56 },
      ...mirrored({ a0: 0, r0: 0.46, a1: 17, r1: 0.97, w0: 0.05, w1: 0.062 }),
    ],
  },
  aero: {
    count: 5,
    hub: 0.2,
    plate: 0.9,
    spokes: [{ a0: 10, r0: 0.14, a1: -9, r1: 0.97, w0: 0.07, w1: 0.15 }],
  },
  blade: {
    count: 5,
    hub: 0.22,
    spokes: [
      { a0: 6, r0: 0.15, a1: -7, r1: 0.97, w0: 0.09, w1: 0.13 },
      { a0: 20, r0: 0.3, a1: 16, r1: 0.97, w0: 0.02, w1: 0.04 },
    ],
  },
  six: { count: 6, hub: 0.3, spokes: [straight(0.11, 0.16)] },
  lattice: {
    count: 8,
    hub: 0.2,
    spokes: mirrored({ a0: -24, r0: 0.16, a1: 15, r1: 0.97, w0: 0.035, w1: 0.04 }),
  },
  cover9: {
    count: 9,
    hub: 0.2,
    isCover: true,
    spokes: [{ a0: 0, r0: 0.52, a1: 7, r1: 0.84, w0: 0.05, w1: 0.1 }],
  },
  five: { count: 5, hub: 0.27, spokes: [straight(0.12, 0.17)] },
  fan9: {
    count: 9,
    hub: 0.24,
    spokes: [{ a0: -10, r0: 0.16, a1: 7, r1: 0.97, w0: 0.05, w1: 0.1 }],
  },
  star5: {
    count: 5,
    hub: 0.23,
    spokes: [
      straight(0.07, 0.05),
      ...mirrored({ a0: 0, r0: 0.3, a1: 21, r1: 0.97, w0: 0.06, w1: 0.05 }),
    ],
  },
  mesh7: {
    count: 7,
    hub: 0.22,
    spokes: [
      { ...straight(0.05, 0.05), r1: 0.62 },
      ...mirrored({ a0: 0, r0: 0.58, a1: 13, r1: 0.97, w0: 0.04, w1: 0.045 }),
      ...mirrored({ a0: 25.7, r0: 0.2, a1: 13, r1: 0.97, w0: 0.02, w1: 0.04 }),
    ],
  },
  vee7: {
    count: 7,
    hub: 0.25,
    spokes: mirrored({ a0: 1, r0: 0.18, a1: 14, r1: 0.97, w0: 0.06, w1: 0.055 }),
  },
  turbine9: {
    count: 9,
    hub: 0.3,
    plate: 0.92,
    spokes: [{ a0: 18, r0: 0.26, a1: -6, r1: 0.97, w0: 0.03, w1: 0.12 }],
  },
  split6: {
    count: 6,
    hub: 0.3,
    spokes: mirrored({ a0: 12, r0: 0.24, a1: 9, r1: 0.97, w0: 0.06, w1: 0.075 }),
  },
  sabre5: {
    count: 5,
    hub: 0.22,
    spokes: [
      { a0: 12, r0: 0.16, a1: -16, r1: 0.97, w0: 0.06, w1: 0.09 },
      { a0: 34, r0: 0.2, a1: 10, r1: 0.97, w0: 0.03, w1: 0.07 },
    ],
  },
  spider10: {
    count: 10,
    hub: 0.19,
    spokes: [
      { ...straight(0.045, 0.035), r1: 0.66 },
      ...mirrored({ a0: 0, r0: 0.6, a1: 8.5, r1: 0.97, w0: 0.03, w1: 0.035 }),
    ],
  },
}

/** A strip along a spoke, in shares of its half-width: the whole spoke, its lit and its shaded side, its turned face. */
type Strip = [left: number, right: number]
const WHOLE: Strip = [-1, 1]
const LIT: Strip = [-1, -0.35]
const SHADED: Strip = [0.35, 1]
const TURNED: Strip = [-0.62, 0.62]

function spokePath(s: Spoke, turn: number, rim: number, [left, right]: Strip): string {
  const [x0, y0] = polar(s.r0 * rim, s.a0 + turn),
    [x1, y1] = polar(s.r1 * rim, s.a1 + turn)
  const length = Math.hypot(x1 - x0, y1 - y0),
    nx = -(y1 - y0) / length,
    ny = (x1 - x0) / length
  const edge = (x: number, y: number, w: number) => pt(x + nx * w * rim, y + ny * w * rim)
  return `M${edge(x0, y0, s.w0 * left)}L${edge(x1, y1, s.w1 * left)}L${edge(x1, y1, s.w1 * right)}L${edge(x0, y0, s.w0 * right)}Z`
}

function allSpokes(design: Design, rim: number, strip: Strip): string {
  let d = ''
  for (let i = 0; i < design.count; i++)
    for (const s of design.spokes) d += spokePath(s, (360 / design.count) * i, rim, strip)
  return d
}

function caliper(rim: number, colour: string): string {
  const p = (r: number, a: number) => pt(...polar(rim * r, a))
  const [outer, inner] = [num(rim * 0.8), num(rim * 0.5)]
  return path(
    `M${p(0.8, 62)}A${outer} ${outer} 0 0 1 ${p(0.8, 118)}L${p(0.5, 112)}A${inner} ${inner} 0 0 0 ${p(0.5, 68)}Z`,
    `fill="var(--caliper,${colour})" stroke="#000" stroke-opacity=".4" stroke-width="4"`,
  )
}

function lugs(rim: number): string {
  let d = ''
  for (let i = 0; i < 5; i++) {
    const [x, y] = polar(rim * 0.15, i * 72 + 36)
    d += `M${num(x - 7)} ${num(y)}a7 7 0 1 0 14 0a7 7 0 1 0-14 0`
  }
  return path(d, 'fill="#15171a"')
}

const ring = (r: number, width: number, colour: string, opacity?: number): string =>
  circle(
    r,
    `fill="none" stroke="${colour}" stroke-width="${num(width)}"${opacity === undefined ? '' : ` stroke-opacity="${opacity}"`}`,
  )

/** One wheel round the origin, from the ground-side tyre to the hub cap; the page places it twice. */
export function wheel(
  id: Ids,
  tyre: number,
  rim: number,
  style: WheelStyle,
  tone: WheelTone,
  caliperColour = '#3b3f44',
): string {
  const design = WHEELS[style],
    wall = tyre - rim,
    face = allSpokes(design, rim, WHOLE)
  const url = (name: string) => `url(#${id(name)})`
  const tyreRings =
    circle(tyre, `fill="${url('ty')}"`) +
    ring(tyre - 9, 12, url('th')) +
    ring(tyre - wall * 0.42, 3, '#000', 0.45) +
    ring(tyre - wall * 0.5, wall * 0.22, url('th'))
  const barrel = circle(rim + 6, 'fill="#050607"') + circle(rim, `fill="${url('wb')}"`)
  const brake =
    circle(rim * 0.74, `fill="${url('di')}"`) +
    ring(rim * 0.735, 3, '#d9dde0', 0.35) +
    ring(rim * 0.5, 3, '#000', 0.18) +
    circle(rim * 0.36, 'fill="#1b1d20"') +
    (design.isCover
      ? ''
      : design.plate
        ? circle(rim * design.plate, `fill="${url('pl')}"`) +
          ring(rim * design.plate - 5, 4, '#fff', 0.1)
        : caliper(rim, caliperColour))
  const hub = circle(rim * design.hub, '')
  const spokes = design.isCover
    ? circle(rim * 0.96, `fill="${url('al')}"`) +
      `<g transform="translate(-4-6)">${path(face, 'fill="#fff" fill-opacity=".4"')}</g>` +
      path(face, 'fill="#0c0e10"') +
      ring(rim * 0.44, 5, '#000', 0.3) +
      ring(rim * 0.42, 4, '#fff', 0.35)
    : path(face, 'transform="translate(5 10)" fill="#000" fill-opacity=".5"') +
      `<g fill="${url('al')}">${path(face, '')}${hub}</g>` +
      (tone === 'cut'
        ? path(allSpokes(design, rim, TURNED), `fill="${url('tf')}"`)
        : path(allSpokes(design, rim, SHADED), 'fill="#000" fill-opacity=".34"') +
          path(allSpokes(design, rim, LIT), 'fill="#fff" fill-opacity=".3"'))
  const lip =
    ring(rim - 9, 20, url('lp')) + ring(rim - 19, 3, '#000', 0.45) + ring(rim + 1, 2, '#fff', 0.28)
  const cap = circle(
    rim * 0.1,
    'fill="#1a1d21" stroke="#9aa0a5" stroke-opacity=".6" stroke-width="4"',
  )
  return `<g id="${id('w')}">${tyreRings}${barrel}${brake}${spokes}${lip}${lugs(rim)}${cap}</g>`
}
