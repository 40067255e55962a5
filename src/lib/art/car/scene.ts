/** The data all layers of a drawing share: the model, the resolved options, and the geometry derived from them. */
import { knots, num, pt, spline } from '../curves.ts'
import { FINISHES, type Finish, type FinishName } from '../finishes.ts'
import { LIGHTS, type Light, type LightName } from '../light.ts'
import type { Model } from '../model.ts'
import type { WheelStyle, WheelTone } from '../wheels.ts'

export interface RenderOptions {
  uid?: string // prefix of every id; must be unique in the page
  paint?: string // fall-back colour when --paint is not set
  roof?: string // fall-back roof colour (two-tone); default: same as paint
  finish?: FinishName // default: the model's, or 'solid'
  wheel?: WheelStyle // another wheel design
  wheelTone?: WheelTone
  rimInches?: number // default: the model's rim
  roofRails?: boolean
  tyreWidth?: number // seen from the front; default: the model's narrowest
  floor?: boolean // contact shadow and reflection (default true)
  light?: LightName // default: 'studio'
  title?: string // accessible name; without it the drawing is aria-hidden
}

export interface Scene {
  m: Model
  options: RenderOptions
  finish: Finish
  light: Light
  tone: WheelTone
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

export function scene(m: Model, options: RenderOptions): Scene {
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
    tone: options.wheelTone ?? m.wheelTone ?? 'silver',
    paint,
    roof: `var(--roof,${options.roof ?? m.roof ?? paint})`,
    id,
    url: (name) => `url(#${id(name)})`,
    tyre,
    // The lip is 22 mm beyond the seat of the tyre, so a rim is a little larger than its nominal size.
    rim: (options.rimInches ? options.rimInches * 25.4 + 12 : m.rim) / 2 + 22,
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
export function archArc(s: Scene, x: number, radius: number, a0: number, a1: number): string {
  const p = (a: number) =>
    pt(x + radius * Math.cos((a * Math.PI) / 180), s.tyre + radius * Math.sin((a * Math.PI) / 180))
  return `M${p(a0)}A${num(radius)} ${num(radius)} 0 ${a0 - a1 > 180 ? 1 : 0} 1 ${p(a1)}`
}

export const perAxle = (s: Scene, draw: (x: number) => string): string => s.axles.map(draw).join('')
