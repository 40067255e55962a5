/** Gradients, masks and clip paths of the car itself. */
import { knots, meanY, spline } from '../curves.ts'
import type { Face } from '../face.ts'
import { lampShape } from './face.ts'
import { BLACK as K, WHITE as W, blur, linear, radial, type Stop } from '../svg.ts'
import { TONES, wheel } from '../wheels.ts'
import type { Scene } from './scene.ts'
import { floorDefinitions, lightDefinitions } from './surroundings.ts'

export const scaled = (stops: Stop[], factor: number): Stop[] =>
  stops.map(([at, colour, opacity = 1]) => [at, colour, Math.min(0.95, opacity * factor)])

export function definitions(s: Scene): string {
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
    materialDefinitions(s, m.face) +
    rearDefinitions(s) +
    wheelDefinitions(s) +
    floorDefinitions(s) +
    lightDefinitions(s) +
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

/** The materials that front and side share: glass, plastics, headlamp, holes. */
export function materialDefinitions(
  { m, id, light }: Scene,
  { lamp, intake }: Pick<Face, 'lamp' | 'intake'>,
): string {
  const lampY = meanY(lamp),
    intakeY = meanY(intake)
  return (
    linear(id('gl'), 0, m.height - 60, 0, m.belt - 10, light.glass) +
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
    ])
  )
}

/** The screens, of which the side sees slivers, and the tail lamp. */
function rearDefinitions({ m, id }: Scene): string {
  const L = m.length,
    tailY = meanY(m.tailamp)
  return (
    linear(id('ws'), 0, m.height, 0, m.belt, [
      [0, '#9fb2c0'],
      [0.5, '#42525f'],
      [1, '#161c22'],
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

/** The wheel, and the colours it is drawn in. */
export function wheelDefinitions({ m, options, id, tone, tyre, rim }: Scene): string {
  const [light, middle, deep] = TONES[tone]
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
      [0, light],
      [0.45, middle],
      [1, deep],
    ]) +
    (tone === 'cut'
      ? linear(id('tf'), -rim, rim, rim, -rim, [
          [0, '#fdfefe'],
          [0.3, '#c3c9cd'],
          [0.5, '#f1f3f4'],
          [0.7, '#9aa1a7'],
          [1, '#dfe3e6'],
        ])
      : '') +
    linear(id('lp'), -rim * 0.4, rim, rim * 0.4, -rim, [
      [0, '#fdfefe'],
      [0.3, middle],
      [0.5, deep],
      [0.72, middle],
      [1, '#e4e8ea'],
    ]) +
    wheel(id, tyre, rim, options.wheel ?? m.wheel, tone, m.caliper)
  )
}
