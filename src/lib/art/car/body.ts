/** The painted body and its cut-outs: underside, roof, light and shade, black plastics, tail lamp. */
import { band, knots, num, pt, spline } from '../curves.ts'
import { lightLine } from './face.ts'
import type { Model } from '../model.ts'
import { BLACK as K, WHITE as W, path, stroke } from '../svg.ts'
import { archArc, perAxle, type Scene } from './scene.ts'

/** The area between the wheels and inside the arches: near black. */
export function underbody(s: Scene): string {
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

export function roofPaint({ m, roof }: Scene): string {
  return path(aboveRoofCut(m), `fill="${roof}"`)
}
const aboveRoofCut = (m: Model): string =>
  `${spline(m.roofCut)}L${pt(m.length + 50, m.height + 50)}L${pt(0, m.height + 50)}Z`

/** Broad light and shade, black and white only. */
export function bodyLight(s: Scene): string {
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
export function creases({ m, url, finish: f }: Scene): string {
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
export function edgeLight({ m, url, finish: f }: Scene): string {
  return (
    stroke(spline(m.bonnet), 9, W, 0.45 * f.crisp) +
    stroke(spline(m.profile), 16, W, 0.1 + 0.24 * f.crisp, `filter="${url('b1')}"`)
  )
}

/** Black sills, arch rings and bumper skirts. */
export function plastics(s: Scene): string {
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
export function panelGaps({ m }: Scene): string {
  const d = m.cuts.map((text) => spline(text)).join('')
  return `<g transform="translate(6 3)">${stroke(d, 4, W, 0.2)}</g>${stroke(d, 6, K, 0.6)}`
}

/** The lens with its chambers and gloss, the light line, and a reflector low in the bumper. */
export function tailLamp({ m, url }: Scene): string {
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
