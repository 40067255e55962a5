/** Gradients and clip paths of the front view. */
import { materialDefinitions, scaled } from '../car/definitions.ts'
import { lampShape } from '../car/face.ts'
import type { Scene } from '../car/scene.ts'
import { knots } from '../curves.ts'
import { BLACK as K, WHITE as W, blur, linear, radial, type Stop } from '../svg.ts'
import { outline } from './symmetry.ts'

export const clip = (id: string, d: string, more = ''): string =>
  `<clipPath id="${id}"><path d="${d}"${more}/></clipPath>`

/** From one side to the other, of its left half. */
const mirrored = (stops: Stop[]): Stop[] => [
  ...stops.map(([at, colour, opacity]): Stop => [at / 2, colour, opacity]),
  ...stops.toReversed().map(([at, colour, opacity]): Stop => [1 - at / 2, colour, opacity]),
]

export function definitions(s: Scene): string {
  const { m, id, finish: f } = s,
    v = m.front,
    half = v.width / 2,
    nose = knots(v.nose)[0]!.y
  const acrossCar = (name: string, stops: Stop[]) =>
    linear(id(name), -half, 0, half, 0, mirrored(stops))
  return (
    '<defs>' +
    clip(id('cb'), outline(v.body)) +
    clip(id('cc'), outline(v.cabin)) +
    clip(id('cg'), outline(v.screen)) +
    clip(id('ch'), lampShape(v.face)) +
    (v.face.grille ? clip(id('cr'), outline(v.face.grille.shape)) : '') +
    blur(id('b1'), 11) +
    blur(id('b2'), 34) +
    // The roof and the bonnet face the sky, the nose faces the viewer.
    linear(id('rf'), 0, m.height, 0, m.belt, f.roof) +
    linear(id('bn'), 0, knots(v.body)[0]!.y, 0, nose - 10, f.roof) +
    linear(id('bs'), 0, nose + 30, 0, knots(v.body).at(-1)!.y, f.side) +
    linear(id('fs'), 0, nose + 40, 0, nose - 120, [
      [0, K, 0],
      [1, K, 0.09 * f.shade],
    ]) +
    linear(id('sw'), -m.length / 2, 0, m.length / 2, 0, f.sweep) +
    // The sides turn away.
    acrossCar(
      'ends',
      scaled(
        [
          [0, K, 0.62],
          [0.05, K, 0.4],
          [0.14, K, 0.12],
          [0.22, W, 0.07],
          [0.34, W, 0.02],
          [0.6, W, 0],
          [1, W, 0.05],
        ],
        f.ends,
      ),
    ) +
    acrossCar('gv', [
      [0.4, K, 0.55],
      [0.64, K, 0.05],
      [1, K, 0],
    ]) +
    materialDefinitions(s, v.face) +
    groundDefinitions(s) +
    tyreDefinitions(s) +
    '</defs>'
  )
}

function groundDefinitions({ m, id }: Scene): string {
  return (
    radial(
      id('sh'),
      0,
      0,
      m.front.width * 0.58,
      [
        [0, K, 0.72],
        [0.6, K, 0.6],
        [0.84, K, 0.2],
        [1, K, 0],
      ],
      ' gradientTransform="scale(1 .09)"',
    ) +
    linear(id('re'), 0, 0, 0, -190, [
      [0, '#101418', 0.22],
      [0.5, '#101418', 0.07],
      [1, '#101418', 0],
    ]) +
    linear(id('ub'), 0, m.clearance, 0, 0, [
      [0, '#050607', 0.96],
      [0.6, '#050607', 0.7],
      [1, '#050607', 0.1],
    ])
  )
}

export const tyreDefinitions = ({ m, options, id }: Scene): string =>
  linear(id('ty'), m.front.track - (options.tyreWidth ?? m.front.tyreWidth), 0, m.front.track, 0, [
    [0, '#0a0b0c'],
    [0.12, '#1b1d20'],
    [0.5, '#2c2f33'],
    [0.85, '#1d2023'],
    [1, '#060708'],
  ])
