/** A plain car of any size, for a model without a drawing of its own: the body type's shape, without lamps or marks of a brand. */
import type { Model } from './model.ts'
import { silhouetteFront } from './silhouette-front.ts'

export const BODY_TYPES = ['HATCHBACK', 'SEDAN', 'SUV', 'WAGON', 'CROSSOVER', 'UTE', 'VAN'] as const
export type BodyType = (typeof BODY_TYPES)[number]

interface Measures {
  lengthMm: number
  widthMm: number
  heightMm: number
  wheelbaseMm: number
  groundClearanceMm: number
}

/**
 * The part of a shape that body types don't share. Lines are knots as in the drawings, in shares: along, 0 is the front,
 * 1 and 2 are the axles, 3 is the tail; upwards, 100 is the roof.
 */
interface Shape {
  /** From the foot of the windscreen over the roof to the lower rear lip. */
  top: string
  /** The side windows: their upper edge from the front, then their lower edge back. */
  windows: [upper: string, lower: string]
  windscreen: string
  rearScreen: string
  /** The pillars between the windows, each by the middle of its foot. */
  pillars: number[]
  /** Rear edges of the doors, as lines down from the windows. */
  doors: string[]
  handles: number[]
  tailLamp: string
  /** Overhangs: how much of both is in front. */
  frontShare: number
}

const SALOON_DOORS = [
  '1.19,66! 1.2,55 1.17,38 1.19,22',
  '1.62,66! 1.63,55 1.615,38 1.61,22',
  '2.08,67! 2.07,58 2.0,50 1.9,34',
]

const SHAPES: Record<BodyType, Shape> = {
  HATCHBACK: {
    top: '1.08,67! 1.24,83.5 1.4,96 1.62,100@0 1.95,98.7 2.3,94.5 2.62,89! 2.6,86! 2.75,74 2.84,63! 2.93,57! 2.97,47! 3,36@-90 2.97,25 2.92,17! 2.7,13!',
    windows: [
      '1.17,66! 1.3,80.5 1.45,92 1.64,95.3 1.95,93.8 2.2,90 2.38,86!',
      '2.36,78 2.26,70! 1.9,67.5 1.5,66.5',
    ],
    windscreen: '1.1,68! 1.25,83.5 1.41,95.7! 1.43,95! 1.29,82.5 1.15,67.6!',
    rearScreen: '2.62,86! 2.74,75 2.81,67! 2.78,67! 2.69,76 2.56,86!',
    pillars: [1.63],
    doors: SALOON_DOORS,
    handles: [1.55, 2.02],
    tailLamp: '2.72,66! 2.85,64.5 2.93,54.5! 2.9,52! 2.8,56 2.74,60!',
    frontShare: 0.54,
  },
  SEDAN: {
    top: '1.08,67! 1.25,84 1.42,96.5 1.64,100@0 1.9,98.5 2.14,90 2.36,77! 2.6,75.5 2.86,74! 2.93,72! 2.98,60 3,46@-90 2.98,30 2.92,18! 2.7,14!',
    windows: [
      '1.17,66.5! 1.3,80.5 1.46,92.3 1.66,95.6 1.88,94 2.06,87.5 2.2,80!',
      '2.22,75 2.16,71! 1.9,68.5 1.5,67',
    ],
    windscreen: '1.1,68.5! 1.26,84 1.43,96! 1.45,95.3! 1.3,83 1.15,68!',
    rearScreen: '1.98,96.6! 2.18,87 2.34,77.6! 2.3,77.2! 2.15,86 1.96,95.6!',
    pillars: [1.63],
    doors: SALOON_DOORS,
    handles: [1.55, 2.0],
    tailLamp: '2.68,70! 2.88,69 2.95,67! 2.98,58! 2.86,59 2.72,63!',
    frontShare: 0.46,
  },
  SUV: {
    top: '1.04,66.5! 1.18,83 1.32,95.5 1.6,100@0 2.1,99.4 2.5,97.2 2.64,95! 2.63,92! 2.76,78 2.84,66! 2.92,60! 2.97,50 3,38@-90 2.98,28 2.93,20! 2.74,16!',
    windows: [
      '1.13,65.5! 1.25,80 1.4,92.2 1.62,95.4 2.1,94.6 2.45,92 2.56,90.5!',
      '2.52,80 2.4,69! 1.9,67 1.5,66',
    ],
    windscreen: '1.06,67.5! 1.19,83 1.33,95.2! 1.36,94.7! 1.24,82 1.11,67!',
    rearScreen: '2.64,91.5! 2.75,79 2.81,69! 2.78,69! 2.71,79 2.6,91.5!',
    pillars: [1.6, 2.13],
    doors: [
      '1.15,65! 1.17,54 1.15,40 1.17,24',
      '1.59,66! 1.6,54 1.59,40 1.58,24',
      '2.1,67! 2.09,60 2.02,53 1.93,38',
    ],
    handles: [1.51, 2.03],
    tailLamp: '2.74,66! 2.86,64.5 2.93,57! 2.93,48! 2.87,48 2.84,57 2.76,60!',
    frontShare: 0.5,
  },
  WAGON: {
    top: '1.08,67! 1.25,84 1.42,96.5 1.66,100@0 2.1,98.9 2.5,95.2 2.72,91.5! 2.7,88.5! 2.82,76 2.88,65! 2.94,59! 2.98,48 3,37@-90 2.98,26 2.93,18! 2.72,14!',
    windows: [
      '1.17,66.5! 1.3,81 1.46,92.3 1.66,95.4 2.1,94.2 2.45,91 2.62,88!',
      '2.6,79 2.5,71! 1.9,68 1.5,67',
    ],
    windscreen: '1.1,68! 1.26,84 1.43,96.2! 1.45,95.6! 1.3,83 1.15,67.6!',
    rearScreen: '2.72,88! 2.82,77 2.86,68! 2.83,68! 2.76,78 2.67,88!',
    pillars: [1.63, 2.15],
    doors: SALOON_DOORS,
    handles: [1.55, 2.02],
    tailLamp: '2.74,67! 2.88,65.5 2.95,57! 2.95,50! 2.86,55 2.78,60!',
    frontShare: 0.48,
  },
  CROSSOVER: {
    top: '1.05,66.5! 1.2,83 1.36,95.8 1.6,100@0 2.0,98.8 2.35,94 2.66,86.5! 2.65,83.5! 2.78,74 2.86,65! 2.93,59! 2.98,48 3,37@-90 2.98,27 2.93,19! 2.72,15!',
    windows: [
      '1.14,65.5! 1.27,80 1.42,92 1.62,95.2 2.0,94 2.3,89.5 2.48,84.5!',
      '2.44,77 2.34,70! 1.9,67.2 1.5,66',
    ],
    windscreen: '1.07,67.5! 1.21,83 1.37,95.4! 1.4,94.9! 1.26,82 1.12,67!',
    rearScreen: '2.66,83.2! 2.77,74.5 2.83,67.5! 2.8,67.5! 2.72,75 2.6,83.6!',
    pillars: [1.61],
    doors: SALOON_DOORS,
    handles: [1.53, 2.03],
    tailLamp: '2.72,66! 2.87,64.5 2.95,57! 2.94,51! 2.84,55 2.74,60!',
    frontShare: 0.51,
  },
  UTE: {
    top: '1.08,68! 1.19,82 1.3,94 1.44,99 1.56,100@0 1.72,98.6! 1.75,96! 1.79,82 1.8,69.5! 2.9,69.5! 2.95,68! 2.965,52 2.96,40! 3,38! 3,29! 2.95,27! 2.8,23!',
    windows: [
      '1.17,67! 1.26,80 1.36,91 1.46,95 1.56,95.6 1.69,94!',
      '1.73,80 1.74,69! 1.5,67.5 1.3,67',
    ],
    windscreen: '1.1,69! 1.2,82 1.31,93.6! 1.34,93! 1.24,80.5 1.14,68.4!',
    rearScreen: '1.745,94! 1.775,82 1.78,71! 1.765,71! 1.755,82 1.73,94!',
    pillars: [1.49],
    doors: [
      '1.18,66! 1.19,54 1.18,40 1.19,24',
      '1.47,67! 1.48,54 1.47,40 1.46,24',
      '1.745,68! 1.75,54 1.745,40 1.7,28',
      '1.8,68! 1.8,27',
    ],
    handles: [1.42, 1.68],
    tailLamp: '2.88,67! 2.96,66! 2.97,46! 2.9,46!',
    frontShare: 0.42,
  },
  VAN: {
    top: '.72,57! .9,72 1.06,88 1.2,96.5 1.36,99.5 1.6,100@0 2.2,100 2.7,99 2.86,97! 2.92,92 2.96,60! 3,44@-90 2.98,26 2.94,17! 2.74,13!',
    windows: ['.86,60! .99,74 1.12,86.5 1.26,90 1.44,90.5!', '1.45,74 1.44,60! 1.2,58.5 1,58.5'],
    windscreen: '.75,59! .91,72 1.07,87.6! 1.11,87! .96,71.5 .82,59!',
    rearScreen: '2.9,88! 2.92,76 2.93,64! 2.91,64! 2.9,76 2.87,88!',
    pillars: [],
    doors: [
      '.93,58! .99,48 .96,34',
      '1.48,92! 1.485,55 1.47,36 1.47,20',
      '2.02,92! 2.02,56 1.9,36',
    ],
    handles: [1.42, 1.56],
    tailLamp: '2.89,62! 2.95,62! 2.97,44! 2.9,44!',
    frontShare: 0.48,
  },
}

/** @param tyres As `215/55R18`. */
export function silhouette(
  { slug, bodyType, measures: m }: { slug: string; bodyType: BodyType; measures: Measures },
  tyres: string,
): Model {
  const shape = SHAPES[bodyType]
  const [width = 215, profile = 55, rim = 17] = (tyres.match(/\d+/g) ?? []).map(Number)
  const tyre = rim * 25.4 + (2 * width * profile) / 100
  const frontOverhang = Math.round((m.lengthMm - m.wheelbaseMm) * shape.frontShare)
  const marks = [0, frontOverhang, frontOverhang + m.wheelbaseMm, m.lengthMm]
  const along = (share: number): number => {
    const i = Math.max(0, Math.min(2, Math.floor(share)))
    return Math.round(marks[i]! + (share - i) * (marks[i + 1]! - marks[i]!))
  }
  const up = (share: number) => Math.round((share / 100) * m.heightMm)
  /** Knots in shares as knots in millimetres. */
  const mm = (line: string) =>
    line.replace(
      /(-?[\d.]+),(-?[\d.]+)/g,
      (_, x: string, y: string) => `${along(Number(x))},${up(Number(y))}`,
    )
  const [upper, lower] = shape.windows
  const isVan = bodyType === 'VAN'
  const isHigh = bodyType === 'SUV' || bodyType === 'UTE'
  const bonnet = isVan
    ? '.05,42! .2,48 .45,52.5 .72,57'
    : isHigh
      ? '.04,50! .16,57 .42,61.5 .75,64.5 1.04,66.5'
      : '.05,46! .2,53.5 .5,59.5 .8,63.5 1.06,66.5'
  const lift = isHigh ? 4.5 : 0
  /** A line of the lamp, which sits as high as the bonnet. */
  const lamp = (line: string) =>
    mm(line.replace(/,([\d.]+)/g, (_, y: string) => `,${Number(y) + lift}`))
  const sill = [upper.split(' ')[0], ...lower.split(' ').slice(1).reverse()].join(' ')
  const pillar = (foot: number) => {
    const lean = foot > 2 ? 0.05 : 0.015
    return mm(`${foot + lean},98! ${foot + lean + 0.045},98! ${foot + 0.04},62! ${foot - 0.03},62!`)
  }
  return {
    slug,
    name: slug,
    paint: '#8A9198',
    length: m.lengthMm,
    height: m.heightMm,
    wheelbase: m.wheelbaseMm,
    clearance: m.groundClearanceMm,
    frontOverhang,
    tyre,
    rim: rim * 25.4,
    archGap: 36,
    wheel: 'five',
    trims: {},
    belt: up(66),
    sill: Math.max(m.groundClearanceMm + 60, up(13)),
    cladTop: Math.max(m.groundClearanceMm + 120, up(18)),
    cladWidth: 0,
    profile: mm(
      `.24,11.5! .1,13.5 .05,18! .012,25 0,33@90 .012,41 ${bonnet.split(' ').slice(0, -1).join(' ')} ${shape.top}`,
    ),
    glass: mm(`${upper} ${lower}`),
    trim: mm(sill),
    pillars: shape.pillars.map(pillar),
    glints: [],
    screens: [mm(shape.windscreen), mm(shape.rearScreen)],
    seats: [[along(isVan ? 1.2 : 1.42), up(71)]],
    roofCut: mm(`${sill} ${shape.rearScreen.split(' ')[3]!}`),
    bonnet: mm(bonnet),
    shoulder: mm('.45,54 1,56.5 1.5,57.5 2,58.5 2.5,59.5 2.9,59.5'),
    wave: mm('0,31 .3,34 .75,46 1,51 1.22,46 1.45,35 1.6,31 1.78,46 2,51 2.25,46 2.6,36 3,32'),
    skirts: [
      mm('.24,4! -.1,4! -.1,20! .15,19.5 .4,17! .7,14! .7,8!'),
      mm('2.7,4! 3.1,4! 3.1,22! 2.8,21 2.6,18! 2.45,15! 2.45,8!'),
    ],
    cuts: shape.doors.map(mm),
    face: {
      lamp: lamp('.05,45.5! .16,50.5 .36,55! .38,52.5 .3,49 .16,45.5 .08,43!'),
      optics: [[along(0.19), up(48 + lift), 30, 24]],
      drl: [lamp('.09,44 .2,47.3 .35,51.8')],
      drlWidth: 9,
      intake: mm('.04,31! .18,32.5! .3,29! .3,23! .12,22! .05,25!'),
      creases: [],
    },
    front: silhouetteFront(m, width, up),
    tailamp: mm(shape.tailLamp),
    tailLine: mm(shape.tailLamp.split(' ').slice(0, 3).join(' ').replaceAll('!', '')),
    handles: shape.handles.map((x) => [along(x), up(55)]),
    mirror: [along(isVan ? 0.98 : 1.23), up(isVan ? 62 : 69)],
    mirrorScale: 0.8,
  }
}
