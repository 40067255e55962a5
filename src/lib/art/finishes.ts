/** Paint finishes. A finish only changes black and white overlays, so it works over every paint colour. */
import { BLACK as K, WHITE as W, type Stop } from './svg.ts'

export type FinishName = 'solid' | 'metallic' | 'pearl' | 'matte'

export interface Finish {
  side: Stop[] // body side, from 70 mm above the belt line down to the sill
  roof: Stop[] // roof, top to belt
  ends: number // how much nose and tail turn dark
  crisp: number // strength of hard lines: creases, edge of the bonnet
  glow: number // strength of soft light: arches, bonnet
  shade: number // shade below the creases
  sweep: Stop[] // front to rear: how the colour travels along the body
}

export const FINISHES: Record<FinishName, Finish> = {
  // Clear reflections of a studio: bright shoulder, dark band, light low on the door.
  solid: {
    crisp: 1,
    glow: 0.8,
    shade: 1,
    ends: 1,
    side: [
      [0, W, 0],
      [0.09, W, 0.17],
      [0.14, W, 0.1],
      [0.24, W, 0.02],
      [0.26, K, 0.03],
      [0.42, K, 0.16],
      [0.52, K, 0.06],
      [0.54, W, 0],
      [0.66, W, 0.11],
      [0.76, W, 0.04],
      [0.8, K, 0.03],
      [0.91, K, 0.36],
      [1, K, 0.55],
    ],
    roof: [
      [0, W, 0.4],
      [0.12, W, 0.17],
      [0.3, W, 0.03],
      [1, K, 0.12],
    ],
    sweep: [
      [0, K, 0],
      [1, K, 0],
    ],
  },
  // Flake: narrow bright bands, quick fall to dark, and light that comes and goes along the body. Grains are not drawn:
  // at the size of a screen they look like dust.
  metallic: {
    crisp: 1.1,
    glow: 1.05,
    shade: 1.25,
    ends: 1.25,
    side: [
      [0, W, 0],
      [0.06, W, 0.09],
      [0.1, W, 0.28],
      [0.15, W, 0.1],
      [0.21, K, 0.03],
      [0.3, K, 0.18],
      [0.44, K, 0.3],
      [0.55, K, 0.1],
      [0.62, W, 0.08],
      [0.66, W, 0.2],
      [0.71, W, 0.05],
      [0.78, K, 0.12],
      [0.9, K, 0.44],
      [1, K, 0.62],
    ],
    roof: [
      [0, W, 0.5],
      [0.08, W, 0.24],
      [0.18, W, 0.02],
      [1, K, 0.24],
    ],
    sweep: [
      [0, K, 0.24],
      [0.13, W, 0.13],
      [0.22, W, 0.02],
      [0.29, K, 0.1],
      [0.37, W, 0.09],
      [0.46, K, 0.09],
      [0.57, K, 0.15],
      [0.67, W, 0.08],
      [0.74, K, 0.04],
      [0.86, W, 0.13],
      [1, K, 0.26],
    ],
  },
  // Pearl: the same places are lit, but the light spreads and fades slowly, and turns from warm to cool along the body.
  pearl: {
    crisp: 0.65,
    glow: 0.9,
    shade: 0.75,
    ends: 0.9,
    side: [
      [0, W, 0],
      [0.1, W, 0.13],
      [0.26, W, 0.03],
      [0.42, K, 0.1],
      [0.56, W, 0.02],
      [0.68, W, 0.12],
      [0.8, K, 0.04],
      [0.92, K, 0.3],
      [1, K, 0.5],
    ],
    roof: [
      [0, W, 0.28],
      [0.3, W, 0.1],
      [0.6, K, 0.02],
      [1, K, 0.1],
    ],
    sweep: [
      [0, '#31406e', 0.2],
      [0.1, '#ffd9b8', 0.05],
      [0.22, '#ffe3c4', 0.17],
      [0.36, '#e8d2f0', 0.1],
      [0.5, '#5d6fae', 0.13],
      [0.66, '#bcd6f2', 0.1],
      [0.84, '#ffe0d6', 0.16],
      [0.92, '#ffd9b8', 0.06],
      [1, '#31406e', 0.2],
    ],
  },
  // Matte: no mirror image, only form.
  matte: {
    crisp: 0.2,
    glow: 0.42,
    shade: 0.5,
    ends: 0.75,
    side: [
      [0, W, 0.05],
      [0.14, W, 0.08],
      [0.4, W, 0.03],
      [0.55, K, 0.03],
      [0.8, K, 0.14],
      [1, K, 0.42],
    ],
    roof: [
      [0, W, 0.13],
      [0.4, W, 0.06],
      [1, K, 0.06],
    ],
    sweep: [
      [0, K, 0],
      [1, K, 0],
    ],
  },
}
