/**
 * Tarvane car art: draws a side view (front to the left) of one model as SVG.
 *
 * Units are millimetres: 1 SVG unit = 1 mm on the car, x = 0 at the front
 * bumper, the ground at y = 0. Data is written with y UP; output has y DOWN.
 * Paint comes from the CSS custom properties --paint, --roof and --caliper.
 * No style attribute and no <style> element is written (strict CSP is fine),
 * and every id starts with the caller's `uid`, so that many cars can be inlined.
 */
import { band, knots, meanY, num, pt, spline } from './curves.ts'
import { FINISHES, type Finish, type FinishName } from './finishes.ts'
import { front, lampShape, lightLine } from './front.ts'
import { LIGHTS, type Light, type LightName } from './light.ts'
import type { Model } from './models.ts'
import {
  BLACK as K,
  WHITE as W,
  blur,
  escapeText,
  linear,
  path,
  radial,
  stroke,
  type Stop,
} from './svg.ts'
import { wheel, type WheelStyle } from './wheels.ts'

export interface RenderOptions {
  uid?: string // prefix of every id; must be unique in the page
  paint?: string // fall-back colour when --paint is not set
  roof?: string // fall-back roof colour (two-tone); default: same as paint
  finish?: FinishName // default: the model's, or 'solid'
  wheel?: WheelStyle // another wheel design
  wheelTone?: 'silver' | 'dark'
  roofRails?: boolean
  floor?: boolean // contact shadow and reflection (default true)
  light?: LightName // what it stands in; default: 'studio'
  title?: string // accessible name; without it the drawing is aria-hidden
}

/** Everything the layers share: the model, resolved options and derived geometry. */
interface Scene {
  m: Model
  options: RenderOptions
  finish: Finish
  light: Light
  paint: string
  roof: string
  id: (name: string) => string
  url: (name: string) => string
  tyre: number
  rim: number
  arch: number
  axles: readonly [number, number] // radii; x of both axles
  body: string // silhouette with the arches cut out
}

export function viewBox(m: Model): [x: number, y: number, width: number, height: number] {
  return [-220, -(m.height + 110), m.length + 440, m.height + 110 + 300]
}

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
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox(m).join(' ')}" ${label}>${definitions(s)}${floor(s)}${mirrored(s, car)}${lampsOn(s)}</svg>`
}

/* ---------------------------------------------------------------- geometry */

function scene(m: Model, options: RenderOptions): Scene {
  const uid = options.uid ?? m.slug
  const id = (name: string) => `${uid}-${name}`
  const paint = `var(--paint,${options.paint ?? m.paint})`
  const tyre = m.tyre / 2,
    arch = tyre + m.archGap
  const axles = [m.frontOverhang, m.frontOverhang + m.wheelbase] as const
  return {
    m,
    options,
    finish: FINISHES[options.finish ?? m.finish ?? 'solid'],
    light: LIGHTS[options.light ?? 'studio'],
    paint,
    roof: `var(--roof,${options.roof ?? m.roof ?? paint})`,
    id,
    url: (name) => `url(#${id(name)})`,
    tyre,
    rim: m.rim / 2 + 22,
    arch,
    axles,
    body: silhouette(m, tyre, arch, axles),
  }
}

/** The top profile, then back along the sill with the two arches cut out. */
function silhouette(
  m: Model,
  tyre: number,
  arch: number,
  [front, rear]: readonly [number, number],
): string {
  const profile = knots(m.profile),
    start = profile[0]!,
    end = profile.at(-1)!
  const half = (y: number) => Math.sqrt(arch ** 2 - (tyre - y) ** 2) // half the width of the arch at height y
  const large = (y0: number, y1: number) =>
    Math.asin((tyre - y0) / arch) + Math.asin((tyre - y1) / arch) > 0 ? 1 : 0
  const arc = (from: number, to: number, x: number) =>
    `A${num(arch)} ${num(arch)} 0 ${large(from, to)} 0 ${pt(x, to)}`
  return (
    `${spline(profile)}L${pt(rear + half(end.y), end.y)}${arc(end.y, m.sill, rear - half(m.sill))}` +
    `L${pt(front + half(m.sill), m.sill)}${arc(m.sill, start.y, front - half(start.y))}Z`
  )
}

/** Arc round an axle, in degrees (0 = rearward, 90 = up), drawn from a0 down to a1. Never an exact half turn:
 *  rounded end points would then move the centre by centimetres. */
function archArc(s: Scene, x: number, radius: number, a0: number, a1: number): string {
  const p = (a: number) =>
    pt(x + radius * Math.cos((a * Math.PI) / 180), s.tyre + radius * Math.sin((a * Math.PI) / 180))
  return `M${p(a0)}A${num(radius)} ${num(radius)} 0 ${a0 - a1 > 180 ? 1 : 0} 1 ${p(a1)}`
}

const perAxle = (s: Scene, draw: (x: number) => string): string => s.axles.map(draw).join('')
const scaled = (stops: Stop[], factor: number): Stop[] =>
  stops.map(([at, colour, opacity = 1]) => [at, colour, Math.min(0.95, opacity * factor)])

/* ------------------------------------------------------------- definitions */

function definitions(s: Scene): string {
  const { m, id, finish: f } = s,
    L = m.length,
    H = m.height
  return (
    '<defs>' +
    `<clipPath id="${id('cb')}"><path d="${s.body}"/></clipPath><clipPath id="${id('cg')}"><path d="${spline(m.glass, true)}"/></clipPath>` +
    `<clipPath id="${id('ch')}"><path d="${lampShape(m.face)}"/></clipPath><clipPath id="${id('ct')}"><path d="${spline(m.tailamp, true)}"/></clipPath>` +
    blur(id('b1'), 11) +
    blur(id('b2'), 34) +
    linear(id('bs'), 0, m.belt + 70, 0, m.sill - 10, f.side) +
    linear(id('rf'), 0, H, 0, m.belt, f.roof) +
    linear(id('sw'), 0, 0, L, 0, f.sweep) +
    // Nose and tail turn away from the viewer.
    linear(
      id('ends'),
      0,
      0,
      L,
      0,
      scaled(
        [
          [0, K, 0.5],
          [0.03, K, 0.26],
          [0.075, W, 0.06],
          [0.13, W, 0.03],
          [0.2, W, 0],
          [0.84, W, 0],
          [0.9, W, 0.07],
          [0.945, W, 0.02],
          [0.975, K, 0.28],
          [1, K, 0.5],
        ],
        f.ends,
      ),
    ) +
    creaseDefinitions(s) +
    archDefinitions(s) +
    materialDefinitions(s) +
    wheelDefinitions(s) +
    floorDefinitions(s) +
    lightDefinitions(s) +
    wheel(id, s.tyre, s.rim, s.options.wheel ?? m.wheel, m.caliper) +
    '</defs>'
  )
}

function creaseDefinitions({ m, id, finish: f }: Scene): string {
  const fade = (name: string, text: string, stops: Stop[]) => {
    const k = knots(text)
    return (
      linear(id(`f${name}`), k[0]!.x, 0, k.at(-1)!.x, 0, stops) +
      `<mask id="${id(`m${name}`)}" maskUnits="userSpaceOnUse" x="0" y="${-m.height}" width="${m.length}" height="${m.height}"><path d="M0 ${-m.height}H${m.length}V0H0Z" fill="url(#${id(`f${name}`)})"/></mask>`
    )
  }
  const y = meanY(m.shoulder)
  let out =
    fade('k', m.shoulder, [
      [0, W, 0],
      [0.11, W, 1],
      [0.84, W, 1],
      [1, W, 0.1],
    ]) +
    linear(
      id('cr'),
      0,
      y + 50,
      0,
      y - 240,
      scaled(
        [
          [0, K, 0.55],
          [0.3, K, 0.34],
          [0.65, K, 0.12],
          [1, K, 0],
        ],
        f.shade,
      ),
    )
  if (m.rocker) {
    const ry = meanY(m.rocker)
    out +=
      fade('r', m.rocker, [
        [0, W, 0],
        [0.2, W, 1],
        [0.8, W, 1],
        [1, W, 0],
      ]) +
      linear(
        id('rk'),
        0,
        ry + 30,
        0,
        ry - 130,
        scaled(
          [
            [0, K, 0.42],
            [0.5, K, 0.18],
            [1, K, 0],
          ],
          f.shade,
        ),
      )
  }
  return out
}

function archDefinitions({ id, tyre, arch, finish: f }: Scene): string {
  return (
    linear(
      id('ar'),
      0,
      tyre + arch + 190,
      0,
      tyre + arch * 0.35,
      scaled(
        [
          [0, W, 0.2],
          [0.4, W, 0.12],
          [1, W, 0],
        ],
        f.glow,
      ),
    ) +
    linear(
      id('ad'),
      0,
      tyre + arch + 60,
      0,
      tyre + arch * 0.1,
      scaled(
        [
          [0, K, 0.4],
          [0.6, K, 0.26],
          [1, K, 0],
        ],
        f.shade,
      ),
    )
  )
}

/** Glass, plastics, lamps. */
function materialDefinitions({ m, id, light }: Scene): string {
  const L = m.length,
    H = m.height,
    lampY = meanY(m.face.lamp),
    intakeY = meanY(m.face.intake),
    tailY = meanY(m.tailamp)
  return (
    linear(id('gl'), 0, H - 60, 0, m.belt - 10, light.glass) +
    linear(id('ws'), 0, H, 0, m.belt, [
      [0, '#9fb2c0'],
      [0.5, '#42525f'],
      [1, '#161c22'],
    ]) +
    linear(id('pk'), 0, m.cladTop + 60, 0, m.clearance, [
      [0, '#34383c'],
      [0.45, '#202326'],
      [1, '#0c0d0f'],
    ]) +
    linear(id('hl'), 0, lampY + 70, 0, lampY - 80, [
      [0, '#0f1317'],
      [0.5, '#2f3941'],
      [1, '#0b0e11'],
    ]) +
    linear(id('ln'), 0, lampY + 70, 60, lampY - 80, [
      [0, '#eaf4fb', 0.5],
      [0.36, '#cfe2f0', 0.16],
      [0.44, '#cfe2f0', 0.03],
      [1, '#cfe2f0', 0.14],
    ]) +
    linear(id('in'), 0, intakeY + 120, 0, intakeY - 120, [
      [0, '#020303'],
      [0.55, '#0a0c0e'],
      [1, '#2b3034'],
    ]) +
    linear(id('sk'), 0, m.clearance + 190, 0, m.clearance, [
      [0, '#d5d9dc'],
      [0.5, '#949a9f'],
      [1, '#50565b'],
    ]) +
    linear(id('tg'), 0, tailY + 90, 40, tailY - 90, [
      [0, '#ffe9e6', 0.42],
      [0.36, '#ffd0cc', 0.08],
      [1, '#ffd0cc', 0.02],
    ]) +
    linear(id('tl'), L - 330, 0, L, 0, [
      [0, '#3c070b'],
      [0.55, '#a3121b'],
      [1, '#4a060a'],
    ])
  )
}

function wheelDefinitions({ m, options, id, tyre, rim }: Scene): string {
  const dark = (options.wheelTone ?? m.wheelTone) === 'dark'
  const [light, middle, deep] = dark
    ? ['#6a7077', '#3a3f44', '#1c1f23']
    : ['#f3f5f6', '#b4babf', '#6d747a']
  return (
    radial(
      id('ty'),
      0,
      0,
      tyre,
      [
        [0, '#0a0b0c'],
        [rim / tyre, '#101214'],
        [rim / tyre + 0.06, '#2b2e32'],
        [0.9, '#1a1c1f'],
        [0.96, '#24272a'],
        [1, '#08090a'],
      ].map(([o, c]) => [Math.round(+o! * 1000) / 1000, String(c)]),
    ) +
    linear(id('th'), 0, tyre, 0, -tyre, [
      [0, W, 0.3],
      [0.35, W, 0.05],
      [1, W, 0],
    ]) +
    radial(id('wb'), 0, 0, rim, [
      [0, '#3a3e43'],
      [0.7, '#17191c'],
      [1, '#060708'],
    ]) +
    linear(id('di'), -rim, rim, rim, -rim, [
      [0, '#a9aeb3'],
      [0.35, '#5f656b'],
      [0.55, '#8d9398'],
      [1, '#3f4449'],
    ]) +
    linear(id('pl'), 0, rim, 0, -rim, [
      [0, '#4a5057'],
      [0.5, '#23272b'],
      [1, '#14161a'],
    ]) +
    linear(id('al'), -rim * 0.5, rim, rim * 0.5, -rim, [
      [0, light!],
      [0.45, middle!],
      [1, deep!],
    ]) +
    linear(id('lp'), -rim * 0.4, rim, rim * 0.4, -rim, [
      [0, '#fdfefe'],
      [0.3, middle!],
      [0.5, deep!],
      [0.72, middle!],
      [1, '#e4e8ea'],
    ])
  )
}

function floorDefinitions({ m, options, id, light }: Scene): string {
  if (options.floor === false) return ''
  return (
    radial(
      id('sh'),
      m.length / 2 + light.shadowShift,
      0,
      m.length * 0.53,
      [
        [0, K, 0.72],
        [0.6, K, 0.6],
        [0.84, K, 0.2],
        [1, K, 0],
      ],
      ' gradientTransform="scale(1 .0434)"',
    ) +
    linear(id('re'), 0, 0, 0, -230, [
      [0, '#101418', 0.26],
      [0.5, '#101418', 0.08],
      [1, '#101418', 0],
    ])
  )
}

/** Nothing for the studio, which is the light the finishes are drawn in. */
function lightDefinitions({ m, id, light, axles, tyre, rim, body }: Scene): string {
  if (light.air.length === 0) return ''
  return (
    linear(id('air'), 0, m.height, 0, 0, light.air) +
    `<clipPath id="${id('ca')}"><path d="${body}"/>${axles.map((x) => `<circle cx="${num(x)}" cy="${num(-tyre)}" r="${num(tyre)}"/>`).join('')}</clipPath>` +
    (light.wet > 0
      ? linear(id('wf'), 0, 0, 0, -rim * 3, [
          [0, W, light.wet],
          [1, W, 0],
        ]) +
        `<mask id="${id('wm')}" maskUnits="userSpaceOnUse" x="-220" y="0" width="${m.length + 440}" height="300"><path d="M-220 0H${m.length + 220}V300H-220Z" fill="url(#${id('wf')})"/></mask>` +
        blur(id('b3'), 9)
      : '')
  )
}

/* ------------------------------------------------------------------ layers */

function floor(s: Scene): string {
  if (s.options.floor === false) return ''
  const { m, tyre, url, light } = s
  return (
    `<g fill="${url('re')}">${perAxle(s, (x) => `<circle cx="${num(x)}" cy="${num(tyre)}" r="${num(tyre)}"/>`)}</g>` +
    `<ellipse cx="${num(m.length / 2 + light.shadowShift)}" cy="0" rx="${num(m.length * 0.53)}" ry="${num(m.length * 0.023)}" fill="${url('sh')}"/>` +
    perAxle(
      s,
      (x) =>
        `<ellipse cx="${num(x)}" cy="4" rx="${num(tyre * 0.72)}" ry="20" fill="#000" fill-opacity=".75" filter="${url('b1')}"/>`,
    )
  )
}

/** What shows between the wheels and inside the arches: near black. */
function underbody(s: Scene): string {
  const { m, axles, arch, tyre } = s,
    profile = knots(m.profile),
    nose = profile[0]!,
    tail = profile.at(-1)!,
    low = m.clearance
  const points: [number, number][] = [
    [nose.x + 60, nose.y + 5],
    [nose.x + 200, low + 20],
    [axles[0] + arch, low],
    [axles[1] - arch, low],
    [axles[1] + arch * 0.9, Math.max(low + 10, tail.y - 90)],
    [tail.x - 130, Math.max(low + 30, tail.y - 60)],
    [tail.x - 20, tail.y + 12],
    [tail.x - 120, Math.max(tyre, tail.y)],
    [nose.x + 160, Math.max(tyre, tail.y)],
  ]
  return (
    path(`M${points.map(([x, y]) => pt(x, y)).join('L')}Z`, 'fill="#08090a"') +
    perAxle(s, (x) =>
      path(
        `${archArc(s, x, arch + 4, 195, x === axles[1] && tail.y > tyre ? 8 : -15)}Z`,
        'fill="#060708"',
      ),
    )
  )
}

function roofPaint({ m, roof }: Scene): string {
  return path(aboveRoofCut(m), `fill="${roof}"`)
}
const aboveRoofCut = (m: Model): string =>
  `${spline(m.roofCut)}L${pt(m.length + 50, m.height + 50)}L${pt(0, m.height + 50)}Z`

/** Broad light and shade, black and white only. */
function bodyLight(s: Scene): string {
  const { m, url, arch, finish: f } = s,
    right = num(m.length + 50)
  return (
    path(`M-50 ${num(-m.belt - 70)}H${right}V0H-50Z`, `fill="${url('bs')}"`) +
    path(aboveRoofCut(m), `fill="${url('rf')}"`) +
    ['sw', 'ends']
      .map((name) => path(`M-50 ${num(-m.height - 20)}H${right}V0H-50Z`, `fill="${url(name)}"`))
      .join('') +
    `<g filter="${url('b2')}" fill="none">` +
    perAxle(
      s,
      (x) =>
        path(archArc(s, x, arch + 165, 172, 8), `stroke="${url('ar')}" stroke-width="80"`) +
        path(archArc(s, x, arch + 60, 172, 8), `stroke="${url('ad')}" stroke-width="70"`),
    ) +
    stroke(spline(m.bonnet), 60, W, 0.42 * f.glow) +
    path(
      `${spline(m.wave)}L${pt(m.length, 0)}L${pt(0, 0)}Z`,
      `fill="#000" fill-opacity="${(0.16 * f.shade).toFixed(2)}"`,
    ) +
    '</g>'
  )
}

/** Shoulder and rocker: shade below, soft light above, one crisp line between. */
function creases({ m, url, finish: f }: Scene): string {
  const fold = (
    text: string,
    mask: string,
    shade: string,
    drop: number,
    lift: number,
    width: number,
    line: number,
  ) =>
    `<g mask="${url(mask)}">${path(band(text, -drop), `fill="${url(shade)}"`)}${path(band(text, lift), `fill="#fff" fill-opacity="${(0.15 * f.crisp).toFixed(2)}" filter="${url('b1')}"`)}${stroke(spline(text), width, W, line * f.crisp)}</g>`
  return (
    fold(m.shoulder, 'mk', 'cr', 330, 50, 7, 0.5) +
    (m.rocker ? fold(m.rocker, 'mr', 'rk', 160, 40, 5, 0.32) : '')
  )
}

/** Light along the upper edge of the silhouette (half of each stroke is clipped away). */
function edgeLight({ m, url, finish: f }: Scene): string {
  return (
    stroke(spline(m.bonnet), 9, W, 0.45 * f.crisp) +
    stroke(spline(m.profile), 16, W, 0.1 + 0.24 * f.crisp, `filter="${url('b1')}"`)
  )
}

/** Black sills, arch rings and bumper skirts. */
function plastics(s: Scene): string {
  const { m, url, axles, arch, tyre } = s,
    fill = `fill="${url('pk')}"`
  const sill = path(
    `M${pt(axles[0], m.cladTop)}L${pt(axles[1], m.cladTop)}V0H${num(axles[0])}Z`,
    fill,
  )
  const ring = arch + m.cladWidth
  const arches =
    m.cladWidth > 0
      ? perAxle(
          s,
          (x) =>
            (m.cladSquare
              ? path(squareArch(x, tyre, ring), fill)
              : `<circle cx="${num(x)}" cy="${num(-tyre)}" r="${num(ring)}" ${fill}/>`) +
            (m.cladSquare
              ? stroke(squareArch(x, tyre, ring - 3), 6, W, 0.14)
              : stroke(archArc(s, x, ring - 3, 175, 5), 6, W, 0.16)),
        )
      : perAxle(
          s,
          (x) =>
            stroke(archArc(s, x, arch + 9, 168, 12), 6, W, 0.2) +
            stroke(archArc(s, x, arch + 20, 200, -20), 14, K, 0.16),
        )
  return (
    arches +
    sill +
    stroke(`M${pt(axles[0], m.cladTop + 3)}L${pt(axles[1], m.cladTop + 3)}`, 5, W, 0.14) +
    perAxle(s, (x) => stroke(archArc(s, x, arch + 3, 215, -35), 9, K, 0.75)) +
    m.skirts.map((d) => path(spline(d, true), fill)).join('') +
    (m.vents ?? [])
      .map((d) =>
        path(spline(d, true), 'fill="#0b0c0e" stroke="#fff" stroke-opacity=".12" stroke-width="5"'),
      )
      .join('')
  )
}

/** Cladding with a flattened, six-sided outline. */
function squareArch(x: number, tyre: number, r: number): string {
  const points: [number, number][] = [
    [-1.02, -0.9],
    [-1.02, 0.1],
    [-0.62, 0.93],
    [-0.5, 0.99],
    [0.5, 0.99],
    [0.62, 0.93],
    [1.02, 0.1],
    [1.02, -0.9],
  ]
  return `M${points.map(([u, v]) => pt(x + u * r, tyre + v * r)).join('L')}Z`
}

/** A dark line with a light one beside it. */
function panelGaps({ m }: Scene): string {
  const d = m.cuts.map((text) => spline(text)).join('')
  return `<g transform="translate(6 3)">${stroke(d, 4, W, 0.2)}</g>${stroke(d, 6, K, 0.6)}`
}

/** The lens with its chambers and gloss, the light line, and a reflector low in the bumper. */
function tailLamp({ m, url }: Scene): string {
  const shape = spline(m.tailamp, true)
  const line = spline(m.tailLine)
  const chamber = (down: number, opacity: number) =>
    `<g transform="translate(0 ${down})">${stroke(line, 9, '#ff8a80', opacity)}${stroke(line, 26, '#180204', opacity)}</g>`
  const [x, y] = [m.length - 92, m.sill + 150]
  return (
    path(shape, 'fill="none" stroke="#000" stroke-opacity=".3" stroke-width="16"') +
    path(shape, `fill="${url('tl')}"`) +
    `<g clip-path="${url('ct')}">${chamber(44, 0.28)}${chamber(88, 0.2)}${chamber(-40, 0.22)}${path(shape, `fill="${url('tg')}"`)}</g>` +
    lightLine(line, '#ff6a5e', '#ff2a22', url('b1')) +
    path(shape, 'fill="none" stroke="#0a0c0e" stroke-opacity=".85" stroke-width="6"') +
    path(
      `M${pt(x - 66, y)}L${pt(x + 46, y + 12)}V${num(-y + 14)}L${pt(x - 60, y - 22)}Z`,
      'fill="#8e0d14" stroke="#0a0c0e" stroke-opacity=".6" stroke-width="4"',
    )
  )
}

/* ---- glass and what is behind it ---- */

function glass({ m, url }: Scene): string {
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

/* ---- things fixed to the body ---- */

function handles({ m, paint }: Scene): string {
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
function mirror({ m, roof }: Scene): string {
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

function rails({ m, options }: Scene): string {
  if (!m.rail || !(options.roofRails ?? m.roofRails)) return ''
  const d = spline(m.rail),
    round = 'stroke-linecap="round"'
  return (
    stroke(d, 34, K, 0.55, `${round} transform="translate(0 7)"`) +
    stroke(d, 24, m.brightTrim ? '#b9bfc4' : '#2b2f33', 1, round) +
    stroke(d, 5, W, 0.4, `${round} transform="translate(0-7)"`)
  )
}

function wheels(s: Scene): string {
  return (
    perAxle(s, (x) => `<use href="#${s.id('w')}" x="${num(x)}" y="${num(-s.tyre)}"/>`) +
    perAxle(s, (x) =>
      stroke(archArc(s, x, s.tyre - 14, 160, 20), 46, K, 0.55, `filter="${s.url('b1')}"`),
    )
  ) // shade from the arch
}

/* ---- light of the place ---- */

/** What the air lends to the whole car, and the bright upper edge (half of each stroke is clipped away). */
function air({ m, light, url }: Scene): string {
  if (light.air.length === 0) return ''
  const [colour, opacity] = light.rim
  return (
    `<g clip-path="${url('ca')}">${path(`M-60 ${num(-m.height - 60)}H${num(m.length + 60)}V0H-60Z`, `fill="${url('air')}"`)}` +
    stroke(spline(m.profile), 46, colour, opacity * 0.5, `filter="${url('b1')}"`) +
    `${stroke(spline(m.profile), 11, colour, opacity)}</g>`
  )
}

/** The car, and below it what a wet road shows of it. */
function mirrored({ id, url, light }: Scene, car: string): string {
  if (light.wet === 0) return car
  return `<g id="${id('car')}">${car}</g><g mask="${url('wm')}"><use href="#${id('car')}" transform="matrix(1 0 0-1 0 0)" filter="${url('b3')}"/></g>`
}

/** The glow of the lamps in the air before them. */
function lampsOn({ m, light, url }: Scene): string {
  if (!light.lampsOn) return ''
  const [x, y] = m.face.optics[0]!
  return `<ellipse cx="${num(x - 40)}" cy="${num(-y)}" rx="150" ry="90" fill="#fff3d6" fill-opacity=".34" filter="${url('b2')}"/>`
}
