/** The light around a car. Paint keeps its colour; air and ground add theirs on top. */
import type { BackdropName } from './backdrops.ts'
import type { Stop } from './svg.ts'

export type LightName = 'studio' | BackdropName

export interface Light {
  /** Side windows, from roof to belt: the sky they mirror, or the sky behind them. */
  glass: Stop[]
  /** Lies over the whole car, from the roof down to the ground. */
  air: Stop[]
  /** Runs along the upper edge of the silhouette: the sun behind the car, or the sky above it. */
  rim: [colour: string, opacity: number]
  /** The shadow is this many millimetres towards the tail (towards the nose where it is negative). */
  shadowShift: number
  /** How much of the car a wet road mirrors: 0 is dry. */
  wet: number
  /** Headlamps shine on the road. */
  lampsOn: boolean
}

const NEUTRAL_GLASS: Stop[] = [
  [0, '#7288a0'],
  [0.2, '#40515f'],
  [0.5, '#222c34'],
  [0.8, '#1a2229'],
  [1, '#0d1215'],
]

export const LIGHTS: Record<LightName, Light> = {
  studio: {
    glass: NEUTRAL_GLASS,
    air: [],
    rim: ['#fff', 0],
    shadowShift: 0,
    wet: 0,
    lampsOn: false,
  },
  // A low sun behind the car: edges burn, the side is in the cool shade of the sky.
  coast: {
    glass: [
      [0, '#f2bd8c'],
      [0.16, '#b98f78'],
      [0.4, '#54606b'],
      [0.7, '#26323c'],
      [1, '#10171c'],
    ],
    air: [
      [0, '#ffc48a', 0.3],
      [0.2, '#e0a070', 0.12],
      [0.42, '#26405c', 0.14],
      [0.75, '#142a42', 0.3],
      [1, '#0a1622', 0.42],
    ],
    rim: ['#ffdfae', 0.95],
    shadowShift: -260,
    wet: 0,
    lampsOn: true,
  },
  // A high, clear day: blue from above, grey stone from below.
  alpine: {
    glass: [
      [0, '#a9c6da'],
      [0.22, '#6d8ea6'],
      [0.42, '#3c5463'],
      [0.46, '#22323b'],
      [1, '#0f171c'],
    ],
    air: [
      [0, '#dcecf6', 0.16],
      [0.3, '#9fc0d6', 0.08],
      [0.6, '#2c4a5c', 0.06],
      [1, '#2a2d2f', 0.2],
    ],
    rim: ['#f4fbff', 0.55],
    shadowShift: 120,
    wet: 0,
    lampsOn: false,
  },
  // Rain at night: the street lights behind, the wet road below.
  city: {
    glass: [
      [0, '#3d3a44'],
      [0.25, '#5a4438'],
      [0.5, '#241f22'],
      [1, '#08090c'],
    ],
    air: [
      [0, '#060b14', 0.3],
      [0.3, '#0a1220', 0.34],
      [0.62, '#2a1c14', 0.3],
      [0.8, '#08090c', 0.5],
      [1, '#05070a', 0.62],
    ],
    rim: ['#ffbf80', 0.7],
    shadowShift: 0,
    wet: 0.34,
    lampsOn: true,
  },
  // Under beech trees: soft green light from above, and little of it.
  forest: {
    glass: [
      [0, '#a8b88f'],
      [0.18, '#5d7052'],
      [0.45, '#26332b'],
      [1, '#0c1210'],
    ],
    air: [
      [0, '#d8e6b8', 0.2],
      [0.3, '#6f8a5c', 0.1],
      [0.65, '#16241c', 0.22],
      [1, '#0a120e', 0.4],
    ],
    rim: ['#f0f6d4', 0.6],
    shadowShift: -60,
    wet: 0,
    lampsOn: true,
  },
  // Late on the plains: a low sun behind the viewer gilds the side.
  plains: {
    glass: [
      [0, '#8fa6bd'],
      [0.3, '#c39a72'],
      [0.44, '#5c4c40'],
      [0.5, '#2a2b2c'],
      [1, '#12161a'],
    ],
    air: [
      [0, '#8fb0d0', 0.12],
      [0.3, '#ffcf8f', 0.16],
      [0.6, '#e8a860', 0.16],
      [1, '#4a3520', 0.26],
    ],
    rim: ['#fff0d0', 0.5],
    shadowShift: 160,
    wet: 0,
    lampsOn: false,
  },
}
