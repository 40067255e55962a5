/** The surroundings of a car: its shadow, the ambient light, and its reflection on a wet road. */
import { num, spline } from '../curves.ts'
import { BLACK as K, WHITE as W, blur, linear, path, radial, stroke } from '../svg.ts'
import { perAxle, type Scene } from './scene.ts'

export function floorDefinitions({ m, options, id, light }: Scene): string {
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

/** The definitions of a light; none for the studio, in which the finishes are drawn. */
export function lightDefinitions({ m, id, light, axles, tyre, rim, body }: Scene): string {
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

export function floor(s: Scene): string {
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

/** The tint of the air over the whole car, and its bright upper edge (half of each stroke is clipped away). */
export function air({ m, light, url }: Scene): string {
  if (light.air.length === 0) return ''
  const [colour, opacity] = light.rim
  return (
    `<g clip-path="${url('ca')}">${path(`M-60 ${num(-m.height - 60)}H${num(m.length + 60)}V0H-60Z`, `fill="${url('air')}"`)}` +
    stroke(spline(m.profile), 46, colour, opacity * 0.5, `filter="${url('b1')}"`) +
    `${stroke(spline(m.profile), 11, colour, opacity)}</g>`
  )
}

/** The car, and its reflection on a wet road below it. */
export function mirrored({ id, url, light }: Scene, car: string): string {
  if (light.wet === 0) return car
  return `<g id="${id('car')}">${car}</g><g mask="${url('wm')}"><use href="#${id('car')}" transform="matrix(1 0 0-1 0 0)" filter="${url('b3')}"/></g>`
}

/** The glow of the lamps in the air before them. */
export function lampsOn({ m, light, url }: Scene): string {
  if (!light.lampsOn) return ''
  const [x, y] = m.face.optics[0]!
  return `<ellipse cx="${num(x - 40)}" cy="${num(-y)}" rx="150" ry="90" fill="#fff3d6" fill-opacity=".34" filter="${url('b2')}"/>`
}
